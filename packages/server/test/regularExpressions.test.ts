import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { redact } from '../src/log/redact.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
/** With so many, exponential or cubic time would not end. Quadratic time does: texts from outside are limited. */
const TEXT_CHARACTERS = 10_000;
/** Not measured: without it, an expression that does not end would stop the run. */
const HANGS_AFTER_MS = 30_000;

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

/**
 * Long texts of characters that the expression contains, with an end that does not match. No time is measured: each
 * must end.
 */
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

describe.each(['shared', 'server'])('packages/%s', (name) => {
  it.each(findExpressions(join(PACKAGES, name, 'src')))('ends for long hostile texts: $where', ({ expression }) => {
    const attacks = [...makeAttacks(expression)];
    const match = () =>
      runInNewContext(
        'attacks.map((text) => text.match(expression))',
        { attacks, expression },
        { timeout: HANGS_AFTER_MS },
      );
    expect(match).not.toThrow();
  });
});

it('redact ends for long hostile texts', () => {
  for (const pump of [
    '0',
    '034 ',
    '+261',
    '%2f',
    'Bearer ',
    'token=',
    'a://',
    'eyJa.',
    '/callbacks/',
    'whsec_',
    '8a1f6c0e-',
    '( ',
  ])
    expect(redact(`${pump.repeat(TEXT_CHARACTERS / pump.length)}\0`).length).toBeGreaterThan(0);
});
