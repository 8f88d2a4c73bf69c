import { describe, expect, it } from 'vitest';
import { completedDetails } from '../../../test/support/paymentState.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { readTransaction } from './readTransaction.ts';

const world = useForEach(openStubbedPayments);

/** What the merchant reads about transaction 636042511, whose details are these. */
function readWith(change: object) {
  world.answers.details = async () => ({ kind: 'details', details: completedDetails(change) });
  return readTransaction(world.companion, '636042511');
}

describe('a transaction that the merchant searches for', () => {
  it('is read with a budget of its own, and belongs to the payment of its reference', async () => {
    const id = await world.seed({ status: 'completed', transaction_id: '636042511' });
    expect(await readWith({})).toEqual({
      kind: 'found',
      reference: '636042511',
      details: completedDetails(),
      paymentId: id,
    });
    expect(world.asked).toEqual(['merchant: details 636042511']);
  });

  it('is asked about in the operator’s spelling, if it has paid a payment', async () => {
    const id = await world.seed({ status: 'completed', transaction_id: 'mp-6360425.ab' });
    world.answers.details = async () => ({ kind: 'details', details: completedDetails({}) });
    expect(await readTransaction(world.companion, 'MP6360425AB')).toMatchObject({
      reference: 'mp-6360425.ab',
      paymentId: id,
    });
    expect(world.asked).toEqual(['merchant: details mp-6360425.ab']);
  });

  const party = (value: string) => [{ key: 'msisdn', value }];
  it.each([
    ['received', { debitParty: party('0341234567'), creditParty: party('0343500004') }, 'found'],
    ['sent', { debitParty: party('261343500004'), creditParty: party('0341234567') }, 'found'],
    ['sent, to a party without a number', { debitParty: party('0343500004'), creditParty: [] }, 'found'],
    ['received, from a party without a number', { debitParty: [], creditParty: party('0343500004') }, 'found'],
    ['neither sent nor received', { debitParty: party('0341234567'), creditParty: party('0347654321') }, 'absent'],
    ['may have sent or received, as it has no numbers', { debitParty: [], creditParty: [] }, 'absent'],
  ] as const)('that the merchant %s is answered: %s', async (_what, parties, kind) => {
    expect((await readWith(parties)).kind).toBe(kind);
  });
});
