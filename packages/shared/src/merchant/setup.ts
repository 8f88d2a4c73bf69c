import * as z from 'zod/mini';
import { SETUP_REASONS } from './describeSetup.ts';

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
  'approval_times',
] as const;

/** One of {@link SETUP_CHECKS}. */
export type SetupCheckName = (typeof SETUP_CHECKS)[number];

/** `ok`: nothing to do. `warning`: it works, but something is missing. `failed`: it does not work. */
export const SETUP_RESULTS = ['ok', 'warning', 'failed'] as const;

/** One of {@link SETUP_RESULTS}. */
export type SetupResult = (typeof SETUP_RESULTS)[number];

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
      /**
       * What was found, and the one thing to do, in the language of `Accept-Language`. Without secrets, addresses and
       * phone numbers.
       */
      detail: z.string(),
    }),
  ),
});

/** The go-live checklist. */
export type Setup = z.infer<typeof setupSchema>;

/** One check of the go-live checklist. */
export type SetupCheck = Setup['checks'][number];
