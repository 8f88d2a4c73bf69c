import { createOrderTokens } from '../core/orders/orderToken.ts';
import { createPageForms } from '../core/orders/pageForm.ts';
import { createPageTokens } from '../core/orders/pageToken.ts';
import { createAddressReader } from '../http/clients/clientAddress.ts';
import type { HttpContext } from '../http/context.ts';
import { createOpenStreams } from '../http/streams/openStreams.ts';
import type { Parts } from './parts.ts';

/** What the routers take: the parts, and what only HTTP needs. */
export function httpContext(parts: Parts, heartbeatMs: number): HttpContext {
  const { settings, wall, metrics, stopping, deliverer } = parts;
  const clock = { now: wall };
  const isProduction = settings.operator.environment === 'production';
  const streaming = { stopping: stopping.signal, metrics, addressOf: createAddressReader(settings.http.trustProxy) };
  return {
    ...parts,
    ...streaming,
    streams: createOpenStreams({ ...streaming, heartbeatMs, limits: settings.http }),
    tokens: {
      orders: createOrderTokens(settings.orderTokenSecrets, clock, isProduction),
      pageForms: createPageForms(settings.orderTokenSecrets, clock),
      pages: createPageTokens(settings.orderTokenSecrets, clock),
    },
    wakeDeliverer: () => deliverer.wake(),
  };
}
