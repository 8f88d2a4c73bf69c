import { createHash, randomBytes } from 'node:crypto';
import type { PaymentId } from '@tsena/shared/checkout';
import { SAMPLE_ID_PREFIX } from '@tsena/shared/merchant';
import type { Store } from '../../database/store.ts';
import { type Clock, steadyFor } from '../../time/clock.ts';
import type { Moment } from '../rules/decision.ts';
import type { ViewContext } from '../views/payment.ts';

/** In place of an address: webhooks go to the handler of the host's process. */
export const HOST_HANDLER = 'onEvent';

/** What the functions in storage/ need. */
export interface Storage {
  readonly store: Store;
  readonly clock: Clock;
  /** The name of this process, in leases. */
  readonly owner: string;
  /** What webhooks contain beside the payment's row, and whether they go to an endpoint of the shop. */
  readonly webhooks: Omit<ViewContext, 'now' | 'language'> & {
    readonly hasEndpoint: boolean;
    /** Where they go now: the address, or {@link HOST_HANDLER}. Null: nowhere, and they wait. */
    readonly endpoint: string | null;
  };
}

/** The time of a decision that is taken now. */
export function momentOf({ clock }: Pick<Storage, 'clock'>): Moment {
  return { now: clock.now(), steadyForMs: steadyFor(clock) };
}

/** Creates a payment id with 128 random bits. */
export function newPaymentId(): PaymentId {
  const id = newId('pay');
  return id.startsWith(SAMPLE_ID_PREFIX) ? newPaymentId() : (id as PaymentId);
}

/** Creates an id with 128 random bits. */
export function newId(prefix: 'pay' | 'msg' | 'key' | 'ref' | 'stm' | 'aud'): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/**
 * The SHA-256 of a callback secret. Only this hash is stored, so that a stolen database reveals no callback address.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
