import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FRENCH } from './texts.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

it('the portal has no French text that it never shows', () => {
  const files = [
    ...readdirSync(folder).filter((name) => !name.startsWith('texts')),
    '../operator/ledger.ts',
    '../operator/businessErrors.ts',
  ];
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  // The page puts these together, or has them from the sandbox.
  const built =
    /^(?:Approve|Reject) the payment of|^(?:Revoke|Settings with) the (?:sandbox|production) keys$|keys (?:issued|revoked)$|^(?:pending|completed|failed|UTC)$/;
  expect(Object.keys(FRENCH).filter((text) => !sources.includes(text) && !built.test(text))).toEqual([]);
});
