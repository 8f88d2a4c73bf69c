import type * as checkout from '@tsena/shared/checkout';
import type * as shared from '@tsena/shared/merchant';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  Checkout,
  Delivery,
  Merchant,
  MerchantPayment,
  Page,
  PaymentDetail,
  ResolveBody,
  Setup,
  Totals,
  WebhookPayment,
} from '../src/index.ts';

describe('the types of @tsena/node', () => {
  it('describe what the companion answers', () => {
    expectTypeOf<shared.Merchant>().toExtend<Merchant>();
    expectTypeOf<shared.MerchantPayment>().toExtend<MerchantPayment>();
    expectTypeOf<shared.PaymentPage>().toExtend<Page<MerchantPayment>>();
    expectTypeOf<shared.PaymentDetail>().toExtend<PaymentDetail>();
    expectTypeOf<shared.Totals>().toExtend<Totals>();
    expectTypeOf<shared.Setup>().toExtend<Setup>();
    expectTypeOf<shared.Delivery>().toExtend<Delivery>();
    expectTypeOf<shared.WebhookPage>().toExtend<Page<Delivery>>();
    expectTypeOf<shared.Webhook['data']>().toExtend<WebhookPayment>();
    expectTypeOf<checkout.Checkout>().toExtend<Checkout>();
    expectTypeOf<ResolveBody>().toExtend<shared.ResolveBody>();
  });
});
