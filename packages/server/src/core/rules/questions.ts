import { isAboutOwn } from './callbackChecks.ts';
import { openCallbacks } from './decision.ts';
import type { StoredCallback, StoredPayment } from './payment.ts';

/** A serverCorrelationId that a status check asks about, with the transactions that callbacks name with it. */
export type Question = OwnQuestion | NamedQuestion;

interface About {
  /** The open callbacks about it, newest first. */
  readonly callbacks: readonly StoredCallback[];
}

/** The payment's own. */
interface OwnQuestion extends About {
  readonly isNamedByCallback: false;
  /** Null if it is not known: then callbacks name its transactions alone. */
  readonly serverCorrelationId: string | null;
}

/** One that only callbacks name. */
export interface NamedQuestion extends About {
  readonly isNamedByCallback: true;
  readonly serverCorrelationId: string;
}

/** All that a status check of a payment asks about. */
export interface Questions {
  readonly own: OwnQuestion;
  readonly named: readonly NamedQuestion[];
}

/** Its own serverCorrelationId, and those that callbacks name. */
export function questionsOf(
  payment: Pick<StoredPayment, 'server_correlation_id'>,
  callbacks: readonly StoredCallback[],
): Questions {
  const open = openCallbacks({ callbacks });
  const isOwn = (callback: StoredCallback) => isAboutOwn(payment, callback);
  const others = open.filter((callback) => !isOwn(callback));
  const ids = [...new Set(others.map(({ server_correlation_id }) => server_correlation_id))];
  return {
    own: {
      isNamedByCallback: false,
      serverCorrelationId: payment.server_correlation_id,
      callbacks: open.filter(isOwn),
    },
    named: ids.map((serverCorrelationId) => ({
      isNamedByCallback: true,
      serverCorrelationId,
      callbacks: others.filter((callback) => callback.server_correlation_id === serverCorrelationId),
    })),
  };
}
