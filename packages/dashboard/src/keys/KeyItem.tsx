import type { Key } from '@tsena/shared/merchant';
import { serverNow } from '../core/serverClock.ts';
import { Confirm } from '../shared/Confirm.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';

const COLOURS = { valid: 'completed', expired: 'failed', revoked: 'failed' } as const;

/** A key: its name, what it may do, who created it, when it was last used, and a button that revokes it. */
export function KeyItem({ merchantKey: key }: { readonly merchantKey: Key }) {
  const { t, moment, withName } = useTexts();
  const { api, merchant } = useDashboard();
  const status = statusOf(key);
  return (
    <article className="tight record" data-status={status}>
      <div className="head">
        <h3>{key.name}</h3>
        <span className="badge" data-status={COLOURS[status]}>
          {status === 'valid' ? t(`scope.${key.scope}`) : t(`keys.status.${status}`)}
        </span>
      </div>
      {status === 'valid' ? null : <p className="muted">{t(`scope.${key.scope}`)}</p>}
      <p className="muted">
        <code>{key.hint}</code> · <code>{key.id}</code>
      </p>
      <p className="muted">
        {key.lastUsedAt === null ? t('keys.neverUsed') : t('keys.lastUsed', { time: moment(key.lastUsedAt) })}
      </p>
      <p className="muted">{withName(t('keys.createdAt', { time: moment(key.createdAt) }), key.createdBy)}</p>
      {key.expiresAt === null ? null : (
        <p className="muted">
          {t(status === 'expired' ? 'keys.expiredAt' : 'keys.expiresAt', { time: moment(key.expiresAt) })}
        </p>
      )}
      {key.revokedAt === null ? null : (
        <p className="muted">{withName(t('keys.revokedAt', { time: moment(key.revokedAt) }), key.revokedBy)}</p>
      )}
      {status === 'valid' ? (
        <Confirm
          title={t('keys.revoke')}
          sure={t('keys.revokeSure')}
          act={() => api.send(`/keys/${key.id}`, undefined, { method: 'DELETE' })}
          done={t('keys.revokeDone', { name: key.name })}
        >
          <p>{t('keys.revokeHint', { name: key.name })}</p>
          {key.name === merchant.key.name ? <p>{t('keys.revokeOwn')}</p> : null}
        </Confirm>
      ) : null}
    </article>
  );
}

function statusOf({ revokedAt, expiresAt }: Key): keyof typeof COLOURS {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= serverNow() ? 'expired' : 'valid';
}
