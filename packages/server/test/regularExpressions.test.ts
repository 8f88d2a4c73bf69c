import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { redact } from '../src/redact.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));
const LENGTH = 100_000;
const WITHIN = 10_000;

/** A literal stands after an operator, a bracket or `return`, and what follows it is no operand. */
const LITERAL =
  /(?<=[(,=:[!&|?{;>]\s?|return\s|^ {2,8})\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,);\]:}]|$)/gm;

interface Found {
  readonly where: string;
  readonly expression: RegExp;
}

/** Every regular expression that is written down in a folder's sources. */
function expressionsIn(folder: string): Found[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|proof)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
        where: `${relative(PACKAGES, join(folder, file))} /${source}/${flags}`,
        expression: new RegExp(source, flags),
      })),
    );
}

/** Long texts made of what the expression itself speaks of, which end in what it does not want. */
function* attacks({ source }: RegExp): Generator<string> {
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
    for (const pump of pumps) yield `${start}${pump.repeat(LENGTH / pump.length)}\0`;
  }
}

// Steps that grow with the square of the length take longer at this one than a test may; those that are linear take milliseconds.
describe.each(['shared', 'server'])('in %s', (name) => {
  const found = expressionsIn(join(PACKAGES, name, 'src'));

  it('regular expressions are found', () => {
    expect(found.length).toBeGreaterThan(10);
  });

  it.for(found)('is linear: $where', { timeout: WITHIN }, async ({ expression }, { signal }) => {
    for (const text of attacks(expression)) {
      text.match(expression);
      // Lets the time run out.
      await setImmediate();
      if (signal.aborted) return;
    }
  });
});

it('the log’s redactor is linear, whatever it is given', () => {
  const pumps = [
    '0',
    '034 ',
    '+261',
    '261 ',
    '%2f',
    'Bearer ',
    'Bearer x',
    'token=',
    'token ',
    'a://',
    'a:',
    '://:',
    'eyJ',
    'eyJa.',
    '.',
    '/callbacks/',
    'whsec_',
    '-',
    'f-',
    '8a1f6c0e-',
    '( ',
    '34',
  ];
  for (const pump of pumps) expect(redact(`${pump.repeat(LENGTH / pump.length)}\0`).length).toBeGreaterThan(0);
});
