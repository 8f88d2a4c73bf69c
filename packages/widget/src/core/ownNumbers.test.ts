import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { OwnNumbers } from './ownNumbers.ts';

describe('the payer’s number', () => {
  it('is masked for another payment, also of the same payer', () => {
    const numbers = new OwnNumbers();
    numbers.add(somePayment(), '034 35 000 03');
    expect(numbers.show(somePayment({ id: paymentId('2') }))).toBe('034 •• ••0 03');
  });

  it('is masked if the companion answered with a payment of another payer', () => {
    const numbers = new OwnNumbers();
    numbers.add(somePayment({ payer: '038 •• ••1 22' }), '034 35 000 03');
    expect(numbers.show(somePayment({ payer: '038 •• ••1 22' }))).toBe('038 •• ••1 22');
  });

  it('is shown in full on a hosted page whose form has sent it', () => {
    const numbers = new OwnNumbers({ payer: '034 35 000 03', checkout: someCheckout(somePayment()) });
    expect(numbers.show(somePayment())).toBe('034 35 000 03');
  });
});
