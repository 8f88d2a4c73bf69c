import { useTexts } from '../shared/dashboardContext.ts';
import { describeReason, type ReasonSource } from './reasons.ts';

/** Why something failed, as a sentence, with the raw text behind "Technical details". */
export function Reason({ of, raw }: { readonly of: ReasonSource; readonly raw: string | null }) {
  const texts = useTexts();
  if (raw === null) return null;
  return (
    <>
      {describeReason(of, raw, texts)}
      <TechnicalDetails raw={raw} />
    </>
  );
}

/** A raw text for the people who run the companion. */
export function TechnicalDetails({ raw }: { readonly raw: string }) {
  const { t } = useTexts();
  return (
    <details className="technical">
      <summary className="hint">{t('technical')}</summary>
      <code>{raw}</code>
    </details>
  );
}
