import type { ReferenceChecks } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';

/** What this key has checked today. */
export function ChecksToday({ checks }: { readonly checks: ReferenceChecks['data'] }) {
  const { t, clock } = useTexts();
  if (checks.length === 0) return null;
  return (
    <section className="stack" aria-label={t('sms.today')}>
      <h2>{t('sms.today')}</h2>
      <ul className="plain">
        {checks.map(({ at, reference, verdict }) => (
          <li key={`${at} ${reference}`}>
            {clock(at)} · <strong>{t(`sms.${verdict}`)}</strong> · {reference}
          </li>
        ))}
      </ul>
    </section>
  );
}
