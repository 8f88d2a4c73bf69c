import type { MerchantSettingName } from '@tsena/shared/merchant';
import type { TextKey } from '../locales/texts.ts';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { ScopeNote } from '../shared/ScopeNote.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';

/** What belongs together: one card each, saved at once. */
const GROUPS: readonly { readonly title: TextKey; readonly names: readonly MerchantSettingName[] }[] = [
  { title: 'settings.shop', names: ['partnerName', 'contact', 'operatorName', 'userLanguage'] },
  { title: 'settings.addresses', names: ['publicUrl', 'callbackBaseUrl'] },
  { title: 'settings.webhooks', names: ['webhookUrl'] },
  { title: 'settings.mail', names: ['notifyEmail', 'notifyLanguage'] },
  { title: 'settings.look', names: ['brandColor', 'brandLogoUrl', 'nif', 'stat'] },
];

/** What the owner sets without access to the server. */
export function SettingsSection() {
  const { t } = useTexts();
  const { api } = useDashboard();
  const isAllowed = useAllowed('admin');
  const settings = useLiveQuery(['settings'], api.settings, { enabled: isAllowed });
  return (
    <section className="settings-section" aria-labelledby="settings">
      <h2 id="settings">{t('settings.title')}</h2>
      {!isAllowed ? (
        <div className="card">
          <ScopeNote needs="admin" />
        </div>
      ) : settings.data === undefined ? (
        <QueryFallback query={settings} />
      ) : (
        <div className="settings-groups">
          {GROUPS.map(({ title, names }) => (
            <SettingsForm key={title} title={t(title)} names={names} settings={settings.data}>
              {title === 'settings.webhooks' ? <WebhookSecret settings={settings.data} /> : null}
            </SettingsForm>
          ))}
        </div>
      )}
    </section>
  );
}
