import type { PaymentStatus } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { isEventKind, statusAfter, statusesBefore } from '../../src/core/rules/stateMachine.ts';
import { readModelTransitions } from './modelTransitions.ts';

const model = readModelTransitions();

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

  it.each(model)('moves by $event from $from to $to as the state machine does', ({ event, from, to }) => {
    const after = from.map((status) => {
      if (status === 'absent') return event === 'created' ? 'created' : undefined;
      return isEventKind(event) ? statusAfter(event, status as PaymentStatus) : undefined;
    });
    expect(new Set(after)).toEqual(new Set([to]));
  });
});
