import type { Language } from '@tsena/shared';
import type { PaymentDetail } from '@tsena/shared/merchant';
import { attemptsOf, historyOf } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../../http/context.ts';
import { refundsOf, viewRefund } from '../refunds/refund.ts';
import { viewRows } from '../viewRow.ts';
import { selectWebhooks, viewDelivery } from '../webhooks/webhookRows.ts';
import { callbacksOf } from './paymentRows.ts';
import { viewCallback, viewEvent, viewOne, viewPayments } from './views.ts';

/** Reads a payment with all that belongs to it. */
export async function readDetail(
  context: Pick<HttpContext, 'storage' | 'viewForMerchant' | 'log'>,
  payment: StoredPayment,
  language: Language,
): Promise<Omit<PaymentDetail, 'operator'>> {
  const { storage, log } = context;
  const { db } = storage.store;
  const [view, attempts, history, callbacks, webhooks, refunds] = await Promise.all([
    viewOne(context, payment, language),
    attemptsOf(db, payment.order_reference),
    historyOf(db, payment.id),
    callbacksOf(db, payment.id),
    selectWebhooks(db, { payment: payment.id }).orderBy('outbox.created_at').orderBy('outbox.id').execute(),
    refundsOf(db, payment.id),
  ]);
  return {
    payment: view,
    attempts: await viewPayments(context, attempts.reverse(), language),
    history: history.map(viewEvent),
    callbacks: callbacks.map(viewCallback),
    webhooks: viewRows(log, webhooks, viewDelivery),
    refunds: viewRows(log, refunds, viewRefund),
  };
}
