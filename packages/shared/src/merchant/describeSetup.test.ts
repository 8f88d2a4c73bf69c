import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../language.ts';
import { describeSetup, SETUP_REASONS } from './describeSetup.ts';
import setupTexts from './setupTexts.json' with { type: 'json' };

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(SETUP_REASONS)('%s', (reason) => {
  it('has sentences in three different languages, with the same numbers', () => {
    const written = LANGUAGES.map((language) => describeSetup(reason, language));
    expect(new Set(written.map(({ found }) => found)).size).toBe(3);
    const [mg, fr, en] = written.map(({ found, next }) => placeholders(`${found} ${next ?? ''}`));
    expect(mg).toEqual(en);
    expect(fr).toEqual(en);
    expect(written.every(({ found, next }) => !/['"]/.test(`${found}${next ?? ''}`))).toBe(true);
  });
});

it('each thing to do belongs to a reason', () => {
  const next = Object.keys(setupTexts).filter((key) => key.endsWith('.next'));
  expect(next.filter((key) => SETUP_REASONS.some((reason) => key === `${reason}.next`))).toEqual(next);
  expect(next).toContain('webhook_off.next');
});

it('describeSetup writes the numbers into the sentence', () => {
  expect(describeSetup('callbacks_declined', 'en', { polling: 1, answered: 2 })).toEqual({
    found: 'A callback address was sent, but the operator answered notificationMethod “polling” to 1 of the last 2 payments.',
    next: 'Ask the operator whether callbacks are enabled for your application, and whether it accepts the address.',
  });
});
