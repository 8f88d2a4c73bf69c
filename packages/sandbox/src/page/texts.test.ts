import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FRENCH } from './texts.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const html = readFileSync(join(folder, '../../public/index.html'), 'utf8');
const written = [...html.matchAll(/(?:>|(?:aria-label|placeholder)=")([^<>"]*\p{L}[^<>"]*)[<"]/gu)].map(([, text = '']) => text.trim());

describe('the French texts of the portal', () => {
  it('have each text and label of the page as it is written', () => {
    // A rule in JSON is the same in each language.
    expect(written.filter((text) => !text.startsWith('{') && !Object.hasOwn(FRENCH, text))).toEqual([]);
    expect(written).toContain('Payments');
  });

  it('have no text that the portal does not say', () => {
    const files = [...readdirSync(folder).filter((name) => !name.startsWith('texts')), '../ledger.ts', '../businessErrors.ts'];
    const sources = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    // The page puts these together, or has them from the sandbox.
    const built =
      /^(?:Approve|Reject) the payment of|^(?:Revoke|Settings with) the (?:sandbox|production) keys$|keys issued$|^(?:pending|completed|failed|UTC)$/;
    const unsaid = Object.keys(FRENCH).filter((text) => !sources.includes(text) && !written.includes(text) && !built.test(text));
    expect(unsaid).toEqual([]);
  });
});
