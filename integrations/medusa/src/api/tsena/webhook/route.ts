import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { TsenaError } from '@tsena/node';
import { applyWebhook, pointOutEnvironment } from '../../../applyWebhook.ts';

/**
 * The webhook. It answers when the payment is captured, so that the companion delivers the event again if this process
 * ends before. Medusa's own route, `/hooks/payment/tsena_tsena`, answers before it does anything.
 *
 * 204 once the event is applied, or is none of this shop's; 401 for a wrong signature, 400 for a body that is none of
 * the companion's. 403 for another environment, and 500: the companion delivers it again.
 */
export async function POST({ scope, rawBody, body, headers }: MedusaRequest, response: MedusaResponse): Promise<void> {
  const logger = scope.resolve(ContainerRegistrationKeys.LOGGER);
  try {
    const payload = { data: body as Record<string, unknown>, rawData: rawBody ?? '', headers };
    const action = await scope.resolve(Modules.PAYMENT).getWebhookActionAndData({ provider: 'tsena_tsena', payload });
    await applyWebhook(scope, action, String(headers['webhook-id']), body);
    response.status(204).end();
  } catch (error) {
    if (error instanceof TsenaError && error.code.startsWith('webhook_')) {
      response.status(error.code === 'webhook_body_invalid' ? 400 : 401).end();
      return;
    }
    if (error instanceof TsenaError && error.code === 'environment_differs') {
      await pointOutEnvironment(scope, String(headers['webhook-id']), body);
      response.status(403).end();
      return;
    }
    logger.error(`Tsena: a webhook could not be handled: ${error instanceof Error ? error.message : String(error)}`);
    response.status(500).end();
  }
}
