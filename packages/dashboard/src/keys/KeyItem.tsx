import type { Key } from '@tsena/shared/merchant';
import { withName } from '../core/writeName.ts';
import { Button } from '../shared/Button.tsx';
import { Disclosure } from '../shared/Disclosure.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { useAction } from '../shared/useAction.ts';

const COLOURS = { valid: 'completed', expired: 'failed', revoked: 'failed' } as const;

/** A key: its name, what it may do, who created it, when it was last used, and a button that revokes it. */
export function KeyItem({ merchantKey: key }: { readonly merchantKey: Key }) {
  const texts = useTexts();
  const { t, time } = texts;
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
        <code>{key.hint}</code>
      </p>
      <p className="muted">{key.lastUsedAt === null ? t('keys.neverUsed') : t('keys.lastUsed', { time: time(key.lastUsedAt) })}</p>
      <p className="muted">{withName(t('keys.createdAt', { time: time(key.createdAt) }), key.createdBy, texts)}</p>
      {key.expiresAt === null ? null : (
        <p className="muted">{t(status === 'expired' ? 'keys.expiredAt' : 'keys.expiresAt', { time: time(key.expiresAt) })}</p>
      )}
      {key.revokedAt === null ? null : (
        <p className="muted">{withName(t('keys.revokedAt', { time: time(key.revokedAt) }), key.revokedBy, texts)}</p>
      )}
      {status === 'valid' ? (
        <Disclosure title={t('keys.revoke')}>{(_close, cancel) => <Revocation merchantKey={key} onCancel={cancel} />}</Disclosure>
      ) : null}
    </article>
  );
}

/** What follows when the key is revoked, and the button that does it. It leaves with the key's status. */
function Revocation({ merchantKey: { id, name }, onCancel }: { readonly merchantKey: Key; readonly onCancel: () => void }) {
  const { t } = useTexts();
  const { api, merchant } = useDashboard();
  const revoke = useAction(
    () => api.revokeKey(id),
    () => t('keys.revokeDone', { name }),
  );
  return (
    <div className="inset stack">
      <p>{t('keys.revokeHint', { name })}</p>
      {name === merchant.key.name ? <p>{t('keys.revokeOwn')}</p> : null}
      <div className="buttons">
        <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
          {t('keys.revokeSure')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
      <ErrorText error={revoke.error} />
    </div>
  );
}

function statusOf({ revokedAt, expiresAt }: Key): keyof typeof COLOURS {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
}
