import type { HttpContext } from '../../http/kit/context.ts';
import type { Smtp } from '../mail/smtp.ts';
import type { CurrentSettings } from './currentSettings.ts';

/** What the routes of the settings work with. */
export interface SettingsContext extends HttpContext {
  readonly currentSettings: CurrentSettings;
  /** Undefined without SMTP_URL. */
  readonly smtp: Smtp | undefined;
}
