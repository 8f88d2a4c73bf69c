import type * as shared from '@tsena/shared';
import type * as sharedCheckout from '@tsena/shared/checkout';
import { describe, expectTypeOf, it } from 'vitest';
import type { Environment, Payment, PaymentStatus, PaymentView, Problem } from './types.ts';

describe('the public types', () => {
  it('have the fields of the contract’s payment; only the ids are plain strings', () => {
    expectTypeOf<Omit<Payment, 'id' | 'paidBy'>>().toEqualTypeOf<Omit<sharedCheckout.Payment, 'id' | 'paidBy'>>();
    expectTypeOf<sharedCheckout.PaymentId>().toExtend<Payment['id']>();
    expectTypeOf<PaymentStatus>().toEqualTypeOf<sharedCheckout.PaymentStatus>();
    expectTypeOf<PaymentView>().toEqualTypeOf<sharedCheckout.PaymentView>();
    expectTypeOf<Environment>().toEqualTypeOf<sharedCheckout.Checkout['environment']>();
  });

  it('have the fields of the contract’s problem, without the errors of single fields', () => {
    expectTypeOf<Problem>().toEqualTypeOf<Pick<shared.Problem, 'type' | 'title' | 'status' | 'detail' | 'code'>>();
  });
});
