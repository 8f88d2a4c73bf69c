import * as z from 'zod/mini';

/** The checks of the setup page, in the order in which a merchant sets things up. */
export const SETUP_CHECKS = [
  'merchant_name',
  'credentials',
  'public_address',
  'tls',
  'clock',
  'allowed_origins',
  'webhook_answered',
  'callback_seen',
  'callbacks_accepted',
  'backup',
  'first_payment',
  'declined_payment',
  'late_payment',
] as const;

/** One of {@link SETUP_CHECKS}. */
export type SetupCheckName = (typeof SETUP_CHECKS)[number];

/** `ok`: nothing to do. `warning`: it works, but something is missing. `failed`: it does not work. */
export const SETUP_RESULTS = ['ok', 'warning', 'failed'] as const;

/** One of {@link SETUP_RESULTS}. */
export type SetupResult = (typeof SETUP_RESULTS)[number];

/** What a check found. `setupTexts/` has the sentences. */
export const SETUP_REASONS = [
  'name_set',
  'name_missing',
  'credentials_accepted',
  'service_wrong',
  'credentials_wrong',
  'credentials_refused',
  'operator_busy',
  'operator_unreachable',
  'address_reached',
  'public_url_missing',
  'address_unknown',
  'address_private',
  'address_answers_otherwise',
  'address_other_companion',
  'address_silent',
  'address_unproven',
  'tls_valid',
  'tls_missing',
  'certificate_invalid',
  'tls_unknown',
  'clock_right',
  'clock_wrong',
  'clock_unknown',
  'origins_set',
  'origins_missing',
  'origins_unencrypted',
  'webhook_delivered',
  'webhook_off',
  'webhook_none',
  'webhook_failing',
  'webhook_unencrypted',
  'webhook_refused',
  'webhook_silent',
  'webhook_private',
  'mail_refused',
  'callback_received',
  'callback_off',
  'callback_none',
  'callback_missing',
  'callbacks_accepted',
  'callbacks_declined',
  'callbacks_unknown',
  'backup_recent',
  'backup_old',
  'backup_none',
  'payment_verified',
  'payment_unverified',
  'payment_none',
  'decline_seen',
  'decline_none',
  'late_seen',
  'late_none',
] as const;

/** One of {@link SETUP_REASONS}. */
export type SetupReason = (typeof SETUP_REASONS)[number];

/** The go-live checklist. */
export const setupSchema = z.object({
  /** When the companion last asked the operator and its own public address. It asks them at most once a minute. */
  checkedAt: z.string(),
  /** The checks, in the order in which a merchant sets things up. */
  checks: z.array(
    z.object({
      /** The check. */
      name: z.enum(SETUP_CHECKS),
      /** `ok`: nothing to do. `warning`: it works, but something is missing or untested. `failed`: it does not work. */
      result: z.enum(SETUP_RESULTS),
      /** What was found. */
      reason: z.enum(SETUP_REASONS),
      /** The numbers in `detail`. */
      values: z.record(z.string(), z.number()),
      /** What was found, and the one thing to do, in the language of `Accept-Language`. Without secrets, addresses and phone numbers. */
      detail: z.string(),
    }),
  ),
});

/** The go-live checklist. */
export type Setup = z.infer<typeof setupSchema>;

/** One check of the go-live checklist. */
export type SetupCheck = Setup['checks'][number];
