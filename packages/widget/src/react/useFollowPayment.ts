import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { followPayment } from '../core/followPayment.ts';
import type { Connection } from '../core/pollPayment.ts';

/**
 * Follows the payment, or the one that has paid the order in its place, for as long as the companion plans news.
 *
 * @returns whether the companion can be reached
 */
export function useFollowPayment(
  api: Api,
  payment: Payment | null,
  onPayment: (payment: Payment, isFollowed: true) => void,
): Connection {
  const [connection, setConnection] = useState<Connection>('good');
  const latest = useRef(payment);
  latest.current = payment;
  const id = payment === null ? null : (payment.paidBy ?? (payment.nextPollMs === null ? null : payment.id));

  useEffect(() => {
    if (id === null || latest.current === null) return;
    setConnection('good');
    return followPayment({ api, id, payment: latest.current, onPayment, onConnection: setConnection });
  }, [api, id, onPayment]);

  return connection;
}
