import type { SettingsContext } from '../backoffice/settings/context.ts';
import { createOrderTokens } from '../core/orders/orderToken.ts';
import { createPageForms } from '../core/orders/pageForm.ts';
import { createPageTokens } from '../core/orders/pageToken.ts';
import { createAddressReader } from '../http/kit/clients/clientAddress.ts';
import { createOpenStreams } from '../http/kit/streams/openStreams.ts';
import type { CommandContext } from './assemble.ts';

/** What the routers take: what routes and commands work with, and what only HTTP needs. */
export function httpContext(
  context: CommandContext,
  { heartbeatMs, ...own }: Pick<SettingsContext, 'stopped' | 'installationId'> & { readonly heartbeatMs: number },
): SettingsContext {
  const { settings, wall, metrics, stopping } = context;
  const clock = { now: wall };
  const isProduction = settings.OPERATOR_ENVIRONMENT === 'production';
  const addressOf = createAddressReader(settings.TRUST_PROXY);
  return {
    ...context,
    ...own,
    addressOf,
    streams: createOpenStreams({ stopping, metrics, addressOf, heartbeatMs, limits: settings }),
    tokens: {
      orders: createOrderTokens(settings.ORDER_TOKEN_SECRET, clock, isProduction),
      pageForms: createPageForms(settings.ORDER_TOKEN_SECRET, clock),
      pages: createPageTokens(settings.ORDER_TOKEN_SECRET, clock),
    },
  };
}
