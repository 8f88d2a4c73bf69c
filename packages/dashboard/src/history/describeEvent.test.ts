import { LANGUAGES } from '@tsena/shared';
import type { PaymentEvent } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../core/texts.ts';
import { ALL_EVENTS } from '../testing/events.ts';
import { createEvent } from '../testing/fixtures.ts';
import { locales } from '../testing/locales.ts';
import { describeEvent } from './describeEvent.ts';

const describeInEnglish = (event: PaymentEvent) => describeEvent(event, createTranslator('en', locales.en));

describe('describeEvent', () => {
  it.each(ALL_EVENTS)('%s: %s', (kind, text, data) => {
    expect(describeInEnglish(createEvent(kind, data))).toBe(text);
  });

  it.each(LANGUAGES)('has a text with all its values for every kind in %s', (language) => {
    const texts = createTranslator(language, locales[language]);
    for (const [kind, , data] of ALL_EVENTS) {
      const text = describeEvent(createEvent(kind, data), texts);
      expect(text, kind).not.toMatch(/[{}]|undefined|null/);
      expect(text, kind).not.toContain(texts.t('event.other', { kind }));
    }
  });

  it('names an unknown kind, field and resolution as they are', () => {
    expect(describeInEnglish(createEvent('something_new'))).toBe('Other event: something_new.');
    expect(describeInEnglish(createEvent('details_mismatch', { fields: 'amount,novel' }))).toBe(
      'The operator’s transaction details differ from the payment: amount, novel. It does not count as paid.',
    );
    expect(describeInEnglish(createEvent('resolved', { resolution: 'novel', reason: 'Seen.' }))).toBe('Resolution recorded: novel. Seen.');
  });
});
