import type { Language } from '@tsena/shared';
import type { PaymentDetail, Scope } from '@tsena/shared/merchant';
import type { PaymentInOrder } from '../../core/rules/view.ts';
import { historyOf } from '../../core/storage/reads.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { refundsOf, viewRefund } from '../refunds/refund.ts';
import { viewRows } from '../shared/viewRow.ts';
import { selectWebhooks, viewDelivery } from '../webhooks/webhookRows.ts';
import { callbacksOf } from './paymentRows.ts';
import { viewCallback, viewEvent, viewOne, viewPayments } from './views.ts';

/** Reads a payment with all that belongs to it, as a key of the scope `reader` sees it. */
export async function readDetail(
  context: Pick<HttpContext, 'storage' | 'viewForMerchant' | 'log'>,
  { payment, attempts }: PaymentInOrder,
  language: Language,
  reader: Scope,
): Promise<Omit<PaymentDetail, 'operator'>> {
  const { storage, log } = context;
  const { db } = storage.store;
  const [views, history, callbacks, webhooks, refunds] = await Promise.all([
    viewPayments(context, attempts.toReversed(), language),
    historyOf(db, payment.id),
    callbacksOf(db, payment.id),
    selectWebhooks(db, { payment: payment.id }).orderBy('outbox.created_at').orderBy('outbox.id').execute(),
    refundsOf(db, payment.id),
  ]);
  const view = views.find(({ id }) => id === payment.id) ?? (await viewOne(context, payment, language));
  return {
    payment: view,
    attempts: views,
    history: history.map(viewEvent),
    callbacks: callbacks.map(viewCallback),
    webhooks: viewRows(log, webhooks, (webhook) => viewDelivery(webhook, reader)),
    refunds: viewRows(log, refunds, viewRefund),
  };
}
