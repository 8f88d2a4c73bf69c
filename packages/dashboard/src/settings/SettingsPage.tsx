import { type MerchantSettingName, merchantSettingsSchema } from '@tsena/shared/merchant';
import type { TextKey } from '../locales/texts.ts';
import { Allowed } from '../shared/Allowed.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Loaded } from '../shared/Loaded.tsx';
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
export function SettingsPage() {
  const { t } = useTexts();
  return (
    <div className="page">
      <h1 className="visually-hidden">{t('settings.title')}</h1>
      <Allowed needs="admin">
        <SettingsGroups />
      </Allowed>
    </div>
  );
}

function SettingsGroups() {
  const { t } = useTexts();
  const query = useLiveQuery(merchantSettingsSchema, '/settings');
  return (
    <Loaded query={query}>
      {(settings) => (
        <div className="settings-groups stack">
          {GROUPS.map(({ title, names }) => (
            <SettingsForm key={title} title={t(title)} names={names} settings={settings}>
              {title === 'settings.webhooks' ? <WebhookSecret settings={settings} /> : null}
            </SettingsForm>
          ))}
        </div>
      )}
    </Loaded>
  );
}
