import { describe, expect, it } from 'vitest';
import { statusesBefore } from '../../src/core/rules/stateMachine.ts';
import { findModelViolation, readModelTransitions } from './modelTransitions.ts';

const PAYMENT = 'pay_AAAAAAAAAAAAAAAAAAAAAA';
const model = readModelTransitions();

const history = (...kinds: string[]) => kinds.map((kind) => ({ kind }));

/** The changes of status in model/payment.pml, as `from → to`. */
const changes = new Set(
  model.flatMap(({ from, to }) => from.filter((one) => one !== to).map((one) => `${one} → ${to}`)),
);

describe('the model of the protocol', () => {
  it.each(['created', 'sending', 'pending', 'unresolved', 'completed', 'failed'] as const)(
    'allows the same statuses before %s as the state machine',
    (status) => {
      const inModel = [...changes]
        .filter((change) => change.endsWith(` → ${status}`))
        .map((change) => change.split(' → ')[0]);
      expect(inModel.filter((before) => before !== 'absent').sort()).toEqual([...statusesBefore(status)].sort());
    },
  );
});

describe('a recorded history', () => {
  it.each([
    ['completed', ['created', 'sending', 'accepted', 'callback', 'completed']],
    ['failed', ['created', 'not_sent']],
    // Money that was sent by hand.
    ['completed', ['completed', 'refunded']],
    [
      'completed',
      ['created', 'sending', 'sending', 'accepted', 'callback', 'failed', 'callback', 'completed', 'refunded'],
    ],
    ['pending', ['created', 'sending', 'outcome_unknown', 'accepted']],
    ['unresolved', ['created', 'outcome_unknown', 'resolved']],
    // A late refusal of a payment that the merchant had recorded as received.
    ['failed', ['created', 'sending', 'outcome_unknown', 'resolved', 'failed_though_received', 'details_mismatch']],
  ] as const)('that the model allows is accepted: %s after %j', (status, kinds) => {
    expect(findModelViolation({ id: PAYMENT, status, history: history(...kinds) }, model)).toEqual([]);
  });

  it.each([
    [
      'an unknown outcome is sent again',
      'sending',
      ['created', 'sending', 'outcome_unknown', 'sending'],
      'sending in status unresolved',
    ],
    ['a payment completes before it is sent', 'completed', ['created', 'completed'], 'completed in status created'],
    [
      'a completed payment fails',
      'failed',
      ['created', 'sending', 'accepted', 'completed', 'failed'],
      'failed in status completed',
    ],
    [
      'what a callback names fails a payment',
      'failed',
      ['created', 'sending', 'outcome_unknown', 'failed'],
      'failed in status unresolved',
    ],
    [
      'an accepted payment is not sent',
      'failed',
      ['created', 'sending', 'accepted', 'not_sent'],
      'not_sent in status pending',
    ],
  ] as const)('is reported: %s', (_, status, kinds, message) => {
    const violations = findModelViolation({ id: PAYMENT, status, history: history(...kinds) }, model);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(`the model has no event ${message}`);
  });

  it('is reported if it leads to another status than the stored one', () => {
    const violations = findModelViolation(
      { id: PAYMENT, status: 'completed', history: history('created', 'sending', 'accepted') },
      model,
    );
    expect(violations).toEqual([`${PAYMENT} is completed, its history says pending`]);
  });
});
