import type { Initiation } from '../operator/ledger.ts';

/** An accepted initiation: 0343500003 pays 25 000 Ar to 0343500004, unless `changes` say otherwise. */
export function createInitiation(changes: Partial<Initiation> = {}): Initiation {
  return {
    environment: 'sandbox',
    amount: '25000',
    currency: 'Ar',
    debitMsisdn: '0343500003',
    creditMsisdn: '0343500004',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: '0343500004' }],
    description: 'Order 7',
    reference: 'R-1',
    correlationId: 'corr-1',
    partnerName: 'Shop',
    userLanguage: 'MG',
    callbackUrl: null,
    ...changes,
  };
}
