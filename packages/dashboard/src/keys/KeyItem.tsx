import type { Key } from '@tsena/shared/merchant';
import { useRef, useState } from 'react';
import type { Translator } from '../core/texts.ts';
import { writeName } from '../core/writeName.ts';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { useAction } from '../shared/useAction.ts';

const COLOURS = { valid: 'completed', expired: 'failed', revoked: 'failed' } as const;

/** A key: its name, what it may do, who created it, when it was last used, and a button that revokes it. */
export function KeyItem({ merchantKey: key }: { readonly merchantKey: Key }) {
  const texts = useTexts();
  const { t, time } = texts;
  const { api, merchant } = useDashboard();
  const [isSure, setIsSure] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const revoke = useAction(
    () => api.revokeKey(key.id),
    () => t('keys.revokeDone', { name: key.name }),
    () => setIsSure(false),
  );
  const status = statusOf(key);
  return (
    <article className="record" data-status={status}>
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
      <p className="muted">{writeChange('keys.createdAt', key.createdAt, key.createdBy, texts)}</p>
      {key.expiresAt === null ? null : (
        <p className="muted">{t(status === 'expired' ? 'keys.expiredAt' : 'keys.expiresAt', { time: time(key.expiresAt) })}</p>
      )}
      {key.revokedAt === null ? null : <p className="muted">{writeChange('keys.revokedAt', key.revokedAt, key.revokedBy, texts)}</p>}
      {status === 'valid' ? (
        <div className="actions">
          <button type="button" className="button" aria-expanded={isSure} ref={opener} onClick={() => setIsSure(!isSure)}>
            {t('keys.revoke')}
          </button>
          {isSure ? (
            <div className="inset stack confirm">
              <p>{t('keys.revokeHint', { name: key.name })}</p>
              {key.name === merchant.key.name ? <p>{t('keys.revokeOwn')}</p> : null}
              <div className="buttons">
                <button
                  type="button"
                  className="button danger"
                  aria-disabled={revoke.isPending}
                  onClick={() => revoke.isPending || revoke.mutate(undefined)}
                >
                  {t('keys.revokeSure')}
                </button>
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => {
                    setIsSure(false);
                    opener.current?.focus();
                  }}
                >
                  {t('app.cancel')}
                </button>
              </div>
            </div>
          ) : null}
        </div>
      ) : null}
      {revoke.error === null ? null : (
        <p className="error" role="alert">
          {describeError(revoke.error, texts)}
        </p>
      )}
    </article>
  );
}

function statusOf({ revokedAt, expiresAt }: Key): keyof typeof COLOURS {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
}

function writeChange(key: 'keys.createdAt' | 'keys.revokedAt', at: string, by: string | null, texts: Translator): string {
  const text = texts.t(key, { time: texts.time(at) });
  return by === null ? text : `${text} · ${writeName(by, texts)}`;
}
