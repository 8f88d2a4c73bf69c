import { isAboutOwn } from './callbackChecks.ts';
import { openCallbacks } from './decision.ts';
import type { StoredCallback, StoredPayment } from './payment.ts';

/** A serverCorrelationId that a status check asks about, with the transactions that callbacks name with it. */
export interface Question {
  /** Null for a payment whose own is not known: then callbacks name its transactions alone. */
  readonly serverCorrelationId: string | null;
  /** Whether only callbacks name it. */
  readonly isNamedByCallback: boolean;
  /** The open callbacks about it, newest first. */
  readonly callbacks: readonly StoredCallback[];
}

/** All that a status check of a payment asks about: its own serverCorrelationId, and those that callbacks name. */
export function questionsOf(
  payment: StoredPayment,
  callbacks: readonly StoredCallback[],
): { readonly own: Question; readonly named: readonly Question[] } {
  const open = openCallbacks({ callbacks });
  const isOwn = (callback: StoredCallback) => isAboutOwn(payment, callback);
  const others = open.filter((callback) => !isOwn(callback));
  const ids = [...new Set(others.map(({ server_correlation_id }) => server_correlation_id))];
  return {
    own: {
      serverCorrelationId: payment.server_correlation_id,
      isNamedByCallback: false,
      callbacks: open.filter(isOwn),
    },
    named: ids.map((serverCorrelationId) => ({
      serverCorrelationId,
      isNamedByCallback: true,
      callbacks: others.filter((callback) => callback.server_correlation_id === serverCorrelationId),
    })),
  };
}
