import type { ReferenceChecks } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';

/**
 * What this key has checked today. For unused money the time and the reference alone: whether a sale can be recorded
 * with it is not in the list, and can have changed since.
 */
export function ChecksToday({ checks }: { readonly checks: ReferenceChecks['data'] }) {
  const { t, clock } = useTexts();
  if (checks.length === 0) return null;
  return (
    <section className="stack" aria-label={t('sms.today')}>
      <h2>{t('sms.today')}</h2>
      <ul className="plain">
        {checks.map(({ at, reference, verdict }) => (
          <li key={`${at} ${reference}`}>
            {clock(at)} ·{' '}
            {verdict === 'unused' ? null : (
              <>
                <strong>{t(`sms.${verdict}`)}</strong> ·{' '}
              </>
            )}
            {reference}
          </li>
        ))}
      </ul>
    </section>
  );
}
