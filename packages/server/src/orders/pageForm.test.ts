import { expect, test } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { Secret } from '../config/secret.ts';
import { createPageForms } from './pageForm.ts';

const [OLD, NEW] = [new Secret('o'.repeat(32)), new Secret('n'.repeat(32))];
const HOUR_MS = 3_600_000;

test('a form is read on its own page for 24 hours, and keeps its one-time value', () => {
  const clock = testClock();
  const forms = createPageForms([NEW], clock);
  const field = forms.sign('link_1');
  const reading = forms.read('link_1', field);
  expect(reading?.oneTimeValue).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(forms.read('link_1', forms.sign('link_1', reading?.oneTimeValue))).toEqual(reading);
  expect(forms.read('link_2', field)).toBeUndefined();
  clock.advance(24 * HOUR_MS);
  expect(forms.read('link_1', field)).toEqual(reading);
  clock.advance(1);
  expect(forms.read('link_1', field)).toBeUndefined();
});

test('a form that was signed before a rotation of the secrets is read', () => {
  const clock = testClock();
  const field = createPageForms([OLD], clock).sign('link_1');
  expect(createPageForms([NEW, OLD], clock).read('link_1', field)).toBeDefined();
  expect(createPageForms([NEW], clock).read('link_1', field)).toBeUndefined();
});

test('two forms have different one-time values', () => {
  const forms = createPageForms([NEW], testClock());
  expect(forms.sign('link_1').slice(0, 12)).not.toBe(forms.sign('link_1').slice(0, 12));
});
