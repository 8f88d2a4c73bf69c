import { isFinal, type Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { followPayment } from '../core/followPayment.ts';
import type { Connection } from '../core/pollPayment.ts';

/** Follows the payment until it is final, and returns whether the companion can be reached. */
export function useFollowPayment(api: Api, payment: Payment | null, onPayment: (payment: Payment, isFollowed: true) => void): Connection {
  const [connection, setConnection] = useState<Connection>('good');
  const latest = useRef(payment);
  latest.current = payment;
  const id = payment !== null && !isFinal(payment.status) ? payment.id : null;

  useEffect(() => {
    if (id === null || latest.current === null) return;
    setConnection('good');
    return followPayment({ api, payment: latest.current, onPayment, onConnection: setConnection });
  }, [api, id, onPayment]);

  return connection;
}
