import { expect, it } from 'vitest';
import { useWorld } from './testing/world.ts';

const world = useWorld();

const BY_HAND = { from: '0343500003', to: '0343500004', amount: '25000' };

/** Sends money by hand through the portal. */
function send(body: object): Promise<Response> {
  return fetch(`${world.sandbox.url}/portal/api/transactions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

it('a phone sends money by hand, and its details are those of any completed transaction', async () => {
  const answer = await send(BY_HAND);
  expect(answer.status).toBe(201);
  const sent = (await answer.json()) as { readonly objectReference: string };
  expect(sent).toMatchObject({ status: 'completed', isByHand: true, amount: '25000', debitMsisdn: '0343500003' });
  const details = await world.client.readDetails(sent.objectReference);
  expect(details.status).toBe(200);
  expect(details.body).toMatchObject({
    amount: '25000',
    transactionStatus: 'completed',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: '0343500004' }],
  });
});

it('--details own: the service does not know money that was sent by hand', async () => {
  await world.restart({ behaviour: { details: 'own' }, dialect: 'live' });
  const sent = world.sandbox.sendByHand(BY_HAND);
  expect((await world.client.readDetails(sent.objectReference ?? '')).status).toBe(404);
});

it('the live dialect names no X-CorrelationID of money that was sent by hand', async () => {
  await world.restart({ dialect: 'live' });
  const sent = world.sandbox.sendByHand(BY_HAND);
  const { body } = await world.client.readDetails(sent.objectReference ?? '');
  expect(JSON.stringify(body)).not.toContain('XCorrelationId');
});

it.each([
  [{ ...BY_HAND, from: '0349999999' }, 409],
  [{ ...BY_HAND, to: BY_HAND.from }, 409],
  [{ ...BY_HAND, amount: '99999999999' }, 409],
  [{ ...BY_HAND, amount: '1.5' }, 400],
])('refuses %j with %i, and moves nothing', async (body, status) => {
  expect((await send(body)).status).toBe(status);
  expect(world.sandbox.transactions()).toEqual([]);
});
