import type { Link } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';

/** The colour of a payment's status that means the same. */
const COLOURS = { active: 'pending', paid: 'completed', expired: 'failed', cancelled: 'failed' } as const;

/** A link's status as a word with a colour. */
export function LinkBadge({ link: { status, reusable } }: { readonly link: Link }) {
  const { t } = useTexts();
  return (
    <>
      <span className="badge" data-status={COLOURS[status]}>
        {t(`link.status.${status}`)}
      </span>
      {reusable ? <span className="muted">{t('link.isReusable')}</span> : null}
    </>
  );
}
