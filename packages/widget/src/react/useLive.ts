import { isFinal, type Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { type Connection, follow } from '../core/live.ts';

/** Follows the payment as long as it may change, and says how well the companion can be reached. */
export function useLive(api: Api, payment: Payment | null, onPayment: (payment: Payment, isLive: true) => void): Connection {
  const [connection, setConnection] = useState<Connection>('good');
  const latest = useRef(payment);
  latest.current = payment;
  const id = payment !== null && !isFinal(payment.status) ? payment.id : null;

  useEffect(() => {
    if (id === null || latest.current === null) return;
    setConnection('good');
    return follow({ api, payment: latest.current, onPayment, onConnection: setConnection });
  }, [api, id, onPayment]);

  return connection;
}
