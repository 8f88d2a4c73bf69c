import { describe, expect, it } from 'vitest';
import { findMutants } from './find.ts';
import { instrument } from './instrument.ts';
import { parse } from './syntax.ts';

/** The original and replacement of each mutant. */
function replacementsIn(source: string): string[] {
  return findMutants(source).map(({ original, replacement }) => `${original} → ${replacement}`);
}

describe('findMutants', () => {
  it.each([
    [
      'a comparison by its constants and its boundary',
      'const late = age > 5;',
      ['age > 5 → true', 'age > 5 → false', 'age > 5 → age >= 5'],
    ],
    [
      'an equality by its constants alone',
      "if (state === 'failed') stop();",
      ["state === 'failed' → true", "state === 'failed' → false", 'stop() → undefined'],
    ],
    [
      'the parts of `&&` by true, the whole by false',
      'const go = a > 1 && b;',
      ['a > 1 && b → false', 'a > 1 → true', 'a > 1 → a >= 1', 'b → true'],
    ],
    ['a fallback by either side', 'const since = start ?? now;', ['start ?? now → start', 'start ?? now → now']],
    [
      'a sum, with the parentheses in it',
      'const age = now - (sent ?? made);',
      ['now - (sent ?? made) → now + (sent ?? made)', 'sent ?? made → sent', 'sent ?? made → made'],
    ],
    ['a call for its effect by nothing', 'await send(order);', ['await send(order) → undefined']],
    ['the value of a member by undefined', 'const view = { fees: payment.fees };', ['payment.fees → undefined']],
    [
      'a member of a row that is written, null included',
      'query.set({ mismatch: null });',
      ['query.set({ mismatch: null }) → undefined', 'null → undefined'],
    ],
    ['an optional access by a plain one', 'const code = error?.code;', ['error?.code → error.code']],
    [
      'the condition of a query',
      "db.selectFrom('payments').where('fence', '=', fence);",
      [
        "db.selectFrom('payments').where('fence', '=', fence) → undefined",
        "db.selectFrom('payments').where('fence', '=', fence) → db.selectFrom('payments')",
        "'=' → '!='",
      ],
    ],
    ['a comparison within SQL', 'const due = sql`next_at <= until`;', ['sql`next_at <= until` → sql`next_at < until`']],
    ['an anchor of a regular expression', 'const digits = /^[0-9]+$/;', ['/^[0-9]+$/ → /[0-9]+$/', '/^[0-9]+$/ → /^[0-9]+/']],
    [
      '0 by 1 and 1 by 0, but no other number',
      'const row = { verified: 1, tries: 0, port: 4000 };',
      ['1 → 0', '0 → 1', '4000 → undefined'],
    ],
    ['the branch of a switch by nothing', "switch (state) { case 'a': next(); break; }", ['next(); break; → ', 'next() → undefined']],
    [
      'the body of a function by an empty one',
      'function stop() { a(); b(); }',
      ['{ a(); b(); } → {}', 'a() → undefined', 'b() → undefined'],
    ],
    ['a method that has an opposite', 'const least = Math.min(a, b);', ['Math.min(a, b) → Math.max(a, b)']],
  ])('replaces %s', (_what, source, expected) => {
    expect(replacementsIn(source)).toEqual(expected);
  });

  it.each([
    ['what goes to the log', "engine.log.info({ id: payment.id }, 'sent');"],
    ['the message of an error', "throw new TypeError('an amount is whole');"],
    ['a reason, which is for people', "const answer = { reason: 'late' };"],
    ['types', 'type State = "a" | "b"; interface Row { readonly id: 1 }'],
    ['where a module comes from', "import { a } from './a.ts'; export { b } from './b.ts';"],
    ['names of tables and columns', "const query = db.selectFrom('payments').select('id');"],
  ])('leaves alone %s', (_what, source) => {
    expect(replacementsIn(source)).toEqual([]);
  });

  it('gives each mutant a key that does not depend on its line', () => {
    const source = 'function age(now, sent) { return now - sent; }';
    const [before] = findMutants(source).filter(({ original }) => original === 'now - sent');
    const [after] = findMutants(`// A comment.\n\n${source}`).filter(({ original }) => original === 'now - sent');
    expect([before?.key, before?.line]).toEqual(['age: now - sent → now + sent', 1]);
    expect([after?.key, after?.line]).toEqual(['age: now - sent → now + sent', 3]);
  });

  it('numbers equal mutants in their keys', () => {
    const keys = findMutants('const f = () => [a + b, a + b];').map(({ key }) => key);
    expect(keys).toEqual(['f: [a + b, a + b] → []', 'f: a + b → a - b', 'f: a + b → a - b (2)']);
  });
});

describe('instrument', () => {
  const source = `
    export function pace(age, watched) {
      const { least = 1 } = watched ?? {};
      if (age < 0 || !watched) return null;
      switch (age) {
        case 1:
          return { least, next: [age + 1] };
        default:
          return { least, next: [Math.min(age * 2, 60)] };
      }
    }`;

  /** Runs the instrumented function with one active mutant. */
  function run(active: number, ...values: unknown[]): unknown {
    const text = instrument(source, findMutants(source), 100).replace('export ', '');
    globalThis.__mutation = { active, hits: new Set(), hit: (id) => id === active };
    try {
      return new Function('values', `${text}\nreturn pace(...values);`)(values);
    } finally {
      globalThis.__mutation = undefined;
    }
  }

  function idOf(key: string): number {
    const mutant = findMutants(source).find((one) => one.key === key);
    if (mutant === undefined) throw new Error(`no mutant ${key}`);
    return 100 + mutant.id;
  }

  it('changes nothing while no mutant is active', () => {
    expect(run(0, 4, {})).toEqual({ least: 1, next: [8] });
    expect(run(0, 1, { least: 2 })).toEqual({ least: 2, next: [2] });
    expect(run(0, 4, null)).toBeNull();
  });

  it.each([
    ['pace: 1 → 0', [4, {}], { least: 0, next: [8] }],
    ['pace: watched → true', [4, null], { least: 1, next: [8] }],
    ['pace: return { least, next: [age + 1] }; → ', [1, {}], { least: 1, next: [2] }],
    ['pace: age + 1 → age - 1', [1, {}], { least: 1, next: [0] }],
    ['pace: least → undefined (2)', [4, {}], { least: undefined, next: [8] }],
    ['pace: Math.min(age * 2, 60) → Math.max(age * 2, 60)', [4, {}], { least: 1, next: [60] }],
    ['pace: age * 2 → age / 2', [4, {}], { least: 1, next: [2] }],
  ])('switches on the one mutant that is asked for: %s', (key, values, expected) => {
    expect(run(idOf(key), ...values)).toEqual(expected);
  });

  it('writes valid TypeScript around each mutant', () => {
    const typed = `
      export const read = <T>(rows: readonly T[]): T | undefined => rows.filter((row) => row !== null)?.[0]!;
      export class Store { readonly #rows: number[] = [1]; async *all(): AsyncGenerator<number> { for (const row of this.#rows) yield row + 1; } }
      export const table = { a: ['x', 'y'], b: { c: true } } as const satisfies Record<string, unknown>;
      export const say = (name: string) => ({ text: \`hello-\${name ?? 'you'}\`, ...(name === '' ? {} : { name }) });
      label: for (let i = 0; i < 3; i++) { try { if (!i) continue label; } catch { break; } finally { i += 1; } }`;
    expect(() => parse(instrument(typed, findMutants(typed), 0))).not.toThrow();
  });
});
