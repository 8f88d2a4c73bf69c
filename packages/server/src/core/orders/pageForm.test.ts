import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { Secret } from '../../config/secret.ts';
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

describe('the hidden field of a page’s form', () => {
  const clock = testClock(1_000_000_000_000);
  const forms = createPageForms([NEW], clock);
  const VALUE = '0123456789AB';
  const TIME = 'cre66i9s';
  const seal = (value: string, time: string) =>
    createHmac('sha256', 'n'.repeat(32))
      .update(`tsena page form\nlink_1\n${value}\n${time}`)
      .digest('base64url')
      .slice(0, 27);
  const fieldOf = (value: string, time: string) => `${value}.${time}.${seal(value, time)}`;

  test('has the one-time value, the time and a seal of 27 characters', () => {
    expect(forms.sign('link_1', VALUE)).toBe(fieldOf(VALUE, TIME));
    expect(forms.read('link_1', fieldOf(VALUE, TIME))).toEqual({
      oneTimeValue: VALUE,
      hash: 'Tj9aHYFYLPnEXFsPQ-WXk_WNBgzHHnZntbKgnjf2AqI',
      at: Number.parseInt(TIME, 36),
    });
  });

  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has no seal', `${VALUE}.${TIME}`],
    ['has an empty seal', `${VALUE}.${TIME}.`],
    ['has a seal that is cut', fieldOf(VALUE, TIME).slice(0, -1)],
    ['has a longer seal', `${fieldOf(VALUE, TIME)}A`],
    ['has a seal of other characters', `${VALUE}.${TIME}.${'é'.repeat(27)}`],
    ['has a fourth part', `${fieldOf(VALUE, TIME)}.`],
    ['has a changed value', `0123456789AC.${TIME}.${seal(VALUE, TIME)}`],
    ['has a changed time', `${VALUE}.cre66i9t.${seal(VALUE, TIME)}`],
    ['has a signed value of another form', fieldOf('0123456789AB0', TIME)],
    ['has a signed time that is no number', fieldOf(VALUE, '-')],
    ['has a signed time with a mark before it', fieldOf(VALUE, `-${TIME}`)],
    ['has a signed time with a space before it', fieldOf(VALUE, ` ${TIME}`)],
    ['has a signed time with a mark after it', fieldOf(VALUE, `${TIME}-`)],
  ])('is not read if it %s', (_name, field) => {
    expect(forms.read('link_1', field)).toBeUndefined();
  });

  test('is read for the age that its reader allows', () => {
    const later = testClock(1_000_000_000_000 + 60_000);
    expect(createPageForms([NEW], later).read('link_1', fieldOf(VALUE, TIME), 60_000)).toBeDefined();
    expect(createPageForms([NEW], later).read('link_1', fieldOf(VALUE, TIME), 59_999)).toBeUndefined();
  });

  test('is not read if its time is in the future: the clock that signed it was wrong', () => {
    const earlier = testClock(1_000_000_000_000 - 24 * HOUR_MS);
    expect(createPageForms([NEW], earlier).read('link_1', fieldOf(VALUE, TIME))).toBeDefined();
    earlier.advance(-1);
    expect(createPageForms([NEW], earlier).read('link_1', fieldOf(VALUE, TIME))).toBeUndefined();
  });
});
