import type { Core } from '../core/createCore.ts';
import type { AtStep } from '../core/payments/steps.ts';
import type { Smtp } from './mail/smtp.ts';
import type { CurrentSettings } from './settings/currentSettings.ts';

/** What the features work with, in a server and in a command, beside what payments offer. */
export interface BackofficeContext extends Pick<Core, 'changes'> {
  readonly currentSettings: CurrentSettings;
  /** Undefined without SMTP_URL. */
  readonly smtp: Smtp | undefined;
  /** Ms since 1970 by the wall clock. */
  readonly wall: () => number;
  readonly at: AtStep;
}
