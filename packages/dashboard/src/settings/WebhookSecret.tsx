import { type MerchantSettings, webhookSecretSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ShownSecret } from '../shared/ShownSecret.tsx';

/** The secret that signs webhooks: how many are valid, and a button that makes another one. */
export function WebhookSecret({ settings: { fixed, webhookSecrets } }: { readonly settings: MerchantSettings }) {
  const { t, count } = useTexts();
  const { api } = useDashboard();
  const [secret, setSecret] = useState<string | null>(null);
  if (fixed.includes('webhookUrl')) return null;
  return (
    <div className="tight">
      <p>{webhookSecrets === 0 ? t('settings.secretNone') : count('settings.secrets', webhookSecrets)}</p>
      {secret === null ? null : (
        <div className="inset stack" role="status">
          <ShownSecret secret={secret} text={t('settings.secretOnce')} onDone={() => setSecret(null)} />
        </div>
      )}
      <div className="actions">
        <ActionButton
          act={async () => setSecret((await api.request(webhookSecretSchema, '/settings/webhook-secret', {})).secret)}
          done={t('settings.secretMade')}
        >
          {t(webhookSecrets === 0 ? 'settings.makeSecret' : 'settings.replaceSecret')}
        </ActionButton>
      </div>
    </div>
  );
}
