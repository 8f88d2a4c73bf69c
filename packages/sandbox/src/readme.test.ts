import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUSINESS_ERRORS } from './operator/businessErrors.ts';
import { BEHAVIOUR_VALUES } from './views/views.ts';

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');

describe('the README', () => {
  it('names each choice of the behaviour with its values', () => {
    for (const [name, values] of Object.entries(BEHAVIOUR_VALUES)) {
      const row = readme.split('\n').find((line) => line.startsWith('| `--') && line.includes(`, \`${name}\``)) ?? '';
      for (const value of values) expect(row).toContain(`\`${value}\``);
    }
  });
  it('names each business error that a fault rule can choose', () => {
    const row = readme.split('\n').find((line) => line.includes('| `business-error` |')) ?? '';
    for (const name of Object.keys(BUSINESS_ERRORS)) expect(row).toContain(`\`${name}\``);
  });
});
