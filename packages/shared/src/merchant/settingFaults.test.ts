import { expect, it } from 'vitest';
import { LANGUAGES } from '../language.ts';
import { describeSettingFault, SETTING_FAULTS } from './settingFaults.ts';

it.each(SETTING_FAULTS)('the fault %s has another sentence in each language', (fault) => {
  const sentences = LANGUAGES.map((language) => describeSettingFault(fault, language));
  expect(new Set(sentences).size).toBe(LANGUAGES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
});
