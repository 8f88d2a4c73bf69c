import type { SettingsContext } from '../backoffice/settings/context.ts';
import { createOrderTokens } from '../core/orders/orderToken.ts';
import { createPageForms } from '../core/orders/pageForm.ts';
import { createPageTokens } from '../core/orders/pageToken.ts';
import { createAddressReader } from '../http/kit/clients/clientAddress.ts';
import { createOpenStreams } from '../http/kit/streams/openStreams.ts';
import type { Parts } from './parts.ts';

/** What the routers take: the parts, and what only HTTP needs. */
export function httpContext(parts: Parts, heartbeatMs: number): SettingsContext {
  const { settings, wall, metrics, stopping, deliverer } = parts;
  const clock = { now: wall };
  const isProduction = settings.OPERATOR_ENVIRONMENT === 'production';
  const streaming = { stopping: stopping.signal, metrics, addressOf: createAddressReader(settings.TRUST_PROXY) };
  return {
    ...parts,
    ...streaming,
    streams: createOpenStreams({ ...streaming, heartbeatMs, limits: settings }),
    tokens: {
      orders: createOrderTokens(settings.ORDER_TOKEN_SECRET, clock, isProduction),
      pageForms: createPageForms(settings.ORDER_TOKEN_SECRET, clock),
      pages: createPageTokens(settings.ORDER_TOKEN_SECRET, clock),
    },
    wakeDeliverer: () => deliverer.wake(),
  };
}
