import { expect, it } from 'vitest';
import { callbackRow, NOW, paymentRow } from '../../../test/support/paymentState.ts';
import { questionsOf } from './questions.ts';

const callbacks = (
  [
    ['OWN', '', 0],
    ['own', 'MP1', 0],
    ['', 'MP2', 0],
    ['other', '', 0],
    ['rejected', '', 1],
    ['other', 'MP3', 0],
    ['third', '', 0],
  ] as const
).map(([server_correlation_id, transaction_reference, rejected], index) =>
  callbackRow({ server_correlation_id, transaction_reference, rejected, received_at: NOW + index }),
);

/** The serverCorrelationIds that are asked about, each with what its callbacks name. */
const asked = (own: string | null) => {
  const questions = questionsOf(paymentRow({ server_correlation_id: own }), callbacks);
  return [questions.own, ...questions.named].map(
    ({ serverCorrelationId, callbacks: about }) =>
      [serverCorrelationId, about.map((one) => `${one.server_correlation_id} ${one.transaction_reference}`)] as const,
  );
};

it('a status check asks about the payment’s own serverCorrelationId, and about all others that open callbacks name', () => {
  expect(asked('Own')).toEqual([
    ['Own', [' MP2', 'own MP1', 'OWN ']],
    ['third', ['third ']],
    ['other', ['other MP3', 'other ']],
  ]);
  expect(asked(null)).toEqual([
    [null, [' MP2']],
    ['third', ['third ']],
    ['other', ['other MP3', 'other ']],
    ['own', ['own MP1']],
    ['OWN', ['OWN ']],
  ]);
});
