import type { PaymentId } from '@tsena/shared/checkout';
import { expect, it } from 'vitest';
import { createChangeWatchers } from './changeWatchers.ts';

const ID = 'pay_AAAAAAAAAAAAAAAAAAAAAA' as PaymentId;

it('every watcher learns of each change, and of missed ones, until it stops', () => {
  const { watch, notify } = createChangeWatchers();
  const first: (PaymentId | null)[] = [];
  const second: (PaymentId | null)[] = [];
  const stop = watch((id) => first.push(id));
  watch((id) => second.push(id));
  notify(ID);
  notify(null);
  stop();
  notify(ID);
  expect(first).toEqual([ID, null]);
  expect(second).toEqual([ID, null, ID]);
});
