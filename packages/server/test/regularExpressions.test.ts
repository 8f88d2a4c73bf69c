import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { redact } from '../src/redact.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const TEXT_CHARACTERS = 100_000;
const TIMEOUT_MS = 10_000;

/** A literal follows an operator, a bracket or `return`, and no operand follows it. */
const LITERAL =
  /(?<=[(,=:[!&|?{;>]\s?|return\s|^ {2,8})\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,);\]:}]|$)/gm;

interface Found {
  readonly where: string;
  readonly expression: RegExp;
}

/** All regular expressions in the sources of a folder. */
function findExpressions(folder: string): Found[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
        where: `${relative(PACKAGES, join(folder, file))} /${source}/${flags}`,
        expression: new RegExp(source, flags),
      })),
    );
}

/** Long texts of characters that the expression contains, with an end that does not match. */
function* makeAttacks({ source }: RegExp): Generator<string> {
  const own = source.replace(/\\[a-z]|[\\()[\]{}|^$?*+]/gi, '');
  const letters = [...new Set([...own, 'a', '0', ' ', '.', '/'])].slice(0, 14);
  const starts = [
    '',
    ...source
      .replace(/\(\?<?[:=!]/g, '(')
      .split(/[^A-Za-z0-9_ -]+/)
      .slice(0, 4),
  ];
  const pumps = [...letters, ...letters.slice(0, 4).flatMap((one) => letters.slice(0, 4).map((other) => one + other))];
  for (const start of new Set(starts)) {
    for (const pump of pumps) yield `${start}${pump.repeat(TEXT_CHARACTERS / pump.length)}\0`;
  }
}

// At this length, quadratic time exceeds the test's time limit; linear time is milliseconds.
describe.each(['shared', 'server'])('packages/%s', (name) => {
  const found = findExpressions(join(PACKAGES, name, 'src'));

  it.for(found)('takes linear time in $where', { timeout: TIMEOUT_MS }, async ({ expression }, { signal }) => {
    for (const text of makeAttacks(expression)) {
      text.match(expression);
      // Lets the timeout fire.
      await setImmediate();
      if (signal.aborted) return;
    }
  });
});

it('redact takes linear time for hostile texts', () => {
  for (const pump of ['0', '034 ', '+261', '%2f', 'Bearer ', 'token=', 'a://', 'eyJa.', '/callbacks/', 'whsec_', '8a1f6c0e-', '( '])
    expect(redact(`${pump.repeat(TEXT_CHARACTERS / pump.length)}\0`).length).toBeGreaterThan(0);
});
