import { useTexts } from '../shared/dashboardContext.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0'] as const;

/** Keys as large as a thumb. */
export function Keypad({ onDigits, onDelete }: { readonly onDigits: (digits: string) => void; readonly onDelete: () => void }) {
  const { t } = useTexts();
  return (
    <div className="keypad">
      {KEYS.map((digits) => (
        <button key={digits} type="button" className="button" onClick={() => onDigits(digits)}>
          {digits}
        </button>
      ))}
      <button type="button" className="button" aria-label={t('take.delete')} onClick={onDelete}>
        ⌫
      </button>
    </div>
  );
}
