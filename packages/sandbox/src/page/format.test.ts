import { describe, expect, it } from 'vitest';
import { formatAmount, formatMsisdn } from './format.ts';
import { getPhoneTexts } from './phoneTexts.ts';
import type { TransactionView } from './views.ts';

const payment: TransactionView = {
  environment: 'sandbox',
  serverCorrelationId: 'id',
  objectReference: '636042511',
  transactionReference: '636042511',
  status: 'completed',
  operatorStatus: 'completed',
  failure: null,
  amount: '25000',
  currency: 'Ar',
  debitMsisdn: '0343500003',
  creditMsisdn: '0343500004',
  description: 'Order 7',
  reference: 'R-1',
  correlationId: 'corr-1',
  partnerName: 'Shop',
  userLanguage: 'MG',
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
  callbackUrl: null,
  callbacks: [],
  fees: [],
};
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('the portal page’s texts', () => {
  it.each([
    ['100', '100 Ar'],
    ['25000', '25 000 Ar'],
    ['1234567.89', '1 234 567.89 Ar'],
    ['5.46', '5.46 Ar'],
  ])('formatAmount formats %s as %s', (amount, shown) => {
    expect(plain(formatAmount(amount))).toBe(shown);
  });
  it('formatMsisdn groups the digits of a national number and returns other texts unchanged', () => {
    expect(plain(formatMsisdn('0343500003'))).toBe('034 35 000 03');
    expect(formatMsisdn('261343500003')).toBe('261343500003');
  });
  it('getPhoneTexts uses the initiation’s UserLanguage, and the receiver’s number if there is no partnerName', () => {
    const mg = getPhoneTexts(payment);
    expect([mg.lang, plain(mg.prompt)]).toEqual(['mg', 'Handoa 25 000 Ar amin’ny Shop ve ianao?']);
    expect(mg.paid).toContain('636042511');
    const fr = getPhoneTexts({ ...payment, userLanguage: 'FR', partnerName: null });
    expect([fr.lang, plain(fr.prompt)]).toEqual(['fr', 'Payer 25 000 Ar à 034 35 000 04 ?']);
  });
});
