import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { isPaymentEvent, TsenaError, verifyWebhook, type WebhookEvent } from '@tsena/node';
import { Logger } from '@vendure/core';
import type { Request, Response } from 'express';
import { LOGGER_CONTEXT, TSENA_OPTIONS } from './constants.ts';
import type { Options } from './options.ts';
import { TsenaOrderPayments } from './orderPayments.ts';
import { rawBodyOf } from './rawBody.ts';

/** The endpoint `/tsena/webhook`. */
@Controller('tsena')
export class TsenaWebhookController {
  constructor(
    @Inject(TSENA_OPTIONS) private readonly options: Options,
    @Inject(TsenaOrderPayments) private readonly payments: TsenaOrderPayments,
  ) {}

  /**
   * 204 once the event is applied, or is none of this shop's; 401 for a wrong signature; 403 for another environment,
   * and 500: the companion delivers it again.
   */
  @Post('webhook')
  async receive(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.status(await this.#handle(request)).end();
  }

  async #handle(request: Request): Promise<number> {
    let event: WebhookEvent;
    try {
      event = verifyWebhook(rawBodyOf(request) ?? '', request.headers, this.options.webhookSecret);
    } catch (error) {
      if (error instanceof TsenaError) return 401;
      throw error;
    }
    if (!/^(payment|order)\./.test(event.type)) return 204;
    if (!isPaymentEvent(event)) return 400;
    try {
      return (await this.payments.apply(event)) === 'refused' ? 403 : 204;
    } catch (error) {
      Logger.error(
        `A webhook (${event.id}) could not be handled: ${error instanceof Error ? error.message : String(error)}`,
        LOGGER_CONTEXT,
      );
      return 500;
    }
  }
}
