import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Campaign, readTargets, reportOn, runCampaign } from './campaign.ts';
import { openRecords } from './records.ts';
import { writeSurvivors, writeTable } from './report.ts';
import { PROJECTS } from './scope.ts';

const SOURCE = 'packages/shared/src/pay.ts';
const TEST = 'packages/shared/src/pay.test.ts';

let root: string;
let lines: string[];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tsena-mutate-test-'));
  lines = [];
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  for (const name of PROJECTS) {
    write(`packages/${name}/vitest.config.ts`, `export default { test: { name: '${name}', include: ['src/**/*.test.ts'] } };`);
  }
  write(
    SOURCE,
    `
const DECIMALS = [2, 3];
const seen = new Set<string>();
export function isPaid(amount: number) { return amount >= 100; }
export function isNew(id: string) { if (seen.has(id)) return false; seen.add(id); return true; }
export function countDown(from: number) { let left = from; while (left > 0) left -= 1; return left; }
export function decimals() { return DECIMALS.length; }
export function untested() { return [1]; }
`,
  );
  write(
    TEST,
    `
import { expect, it } from 'vitest';
import { countDown, decimals, isNew, isPaid } from './pay.ts';
it('takes 200 as paid', () => expect(isPaid(200)).toBe(true));
it('takes 99 as unpaid', () => expect(isPaid(99)).toBe(false));
it('knows a second one', () => { expect(isNew('a')).toBe(true); expect(isNew('a')).toBe(false); });
it('counts down', () => expect(countDown(3)).toBe(0));
it('has decimals', () => expect(decimals()).toBe(2));
`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

function campaign(equivalents: Campaign['equivalents'] = {}): Campaign {
  const records = openRecords(join(root, '.mutate/results.json'));
  return {
    root,
    records,
    equivalents,
    patienceMs: 1000,
    percent: 100,
    near: false,
    say: (line) => lines.push(line),
  };
}

async function tryAll(equivalents: Campaign['equivalents'] = {}, near = false) {
  const current = { ...campaign(equivalents), near };
  const targets = readTargets(current, [SOURCE]);
  await runCampaign(current, targets);
  return targets.map((target) => reportOn(current, target));
}

function fates(reports: Awaited<ReturnType<typeof tryAll>>): Record<string, string> {
  return Object.fromEntries(reports.flatMap(({ verdicts }) => verdicts.map(({ mutant, fate }) => [mutant.key, fate])));
}

describe('runCampaign', () => {
  it('finds the mutants that no test notices, and stores the results', { timeout: 240_000 }, async () => {
    const first = await tryAll();
    expect(fates(first)).toEqual({
      // Runs when the file is loaded, so it is tried in a run of the whole file.
      'DECIMALS: [2, 3] → []': 'killed',
      'isPaid: { return amount >= 100; } → {}': 'killed',
      'isPaid: amount >= 100 → true': 'killed',
      'isPaid: amount >= 100 → false': 'killed',
      'isPaid: amount >= 100 → amount > 100': 'survived',
      // Its test cannot be repeated in one process.
      'isNew: { if (seen.has(id)) return false; seen.add(id); return true; } → {}': 'killed',
      'isNew: seen.has(id) → true': 'killed',
      'isNew: seen.has(id) → false': 'killed',
      'isNew: false → true': 'killed',
      'isNew: seen.add(id) → undefined': 'killed',
      'isNew: true → false': 'killed',
      'countDown: { let left = from; while (left > 0) left -= 1; return left; } → {}': 'killed',
      'countDown: left > 0 → false': 'killed',
      'countDown: left > 0 → left >= 0': 'killed',
      'countDown: 0 → 1': 'killed',
      // The loop never ends.
      'countDown: left -= 1 → undefined': 'timeout',
      'countDown: left -= 1 → left += 1': 'timeout',
      'countDown: 1 → 0': 'timeout',
      'decimals: { return DECIMALS.length; } → {}': 'killed',
      'untested: { return [1]; } → {}': 'not covered',
      'untested: [1] → []': 'not covered',
    });

    lines = [];
    expect(fates(await tryAll())).toEqual(fates(first));
    expect(lines).toEqual([]);

    // The test file changed, so its survivors are tried again.
    write(TEST, `${readFileSync(join(root, TEST), 'utf8')}\nit('takes 100 as paid', () => expect(isPaid(100)).toBe(true));\n`);
    const reports = await tryAll({
      [SOURCE]: { 'untested: { return [1]; } → {}': 'nothing calls it', 'untested: [1] → []': 'nothing calls it' },
    });
    expect(fates(reports)).toMatchObject({ 'isPaid: amount >= 100 → amount > 100': 'killed', 'untested: [1] → []': 'equivalent' });
    expect(reports.map(writeSurvivors)).toEqual(['']);
    expect(writeTable(reports)).toBe(
      [
        '| file | mutants | killed | timeout | survived | not covered | equivalent | score |',
        '|---|---:|---:|---:|---:|---:|---:|---:|',
        '| packages/shared/src/pay.ts | 21 | 16 | 3 | 0 | 0 | 2 | 100 % |',
      ].join('\n'),
    );
  });
});

describe('a campaign with the tests beside the source only', () => {
  it('leaves a test in another folder out, and keeps what it has noticed before', { timeout: 240_000 }, async () => {
    const text = readFileSync(join(root, TEST), 'utf8');
    rmSync(join(root, TEST));
    write('packages/server/src/operator/pay.test.ts', text.replace('./pay.ts', '../../../shared/src/pay.ts'));
    expect(fates(await tryAll({}, true))).toMatchObject({ 'isPaid: amount >= 100 → false': 'not covered' });
    expect(fates(await tryAll())).toMatchObject({ 'isPaid: amount >= 100 → false': 'killed' });
    expect(fates(await tryAll({}, true))).toMatchObject({ 'isPaid: amount >= 100 → false': 'killed' });
  });
});

describe('a campaign with two sources', () => {
  it('tries the mutants of both in one run of a test file that reaches both', { timeout: 240_000 }, async () => {
    rmSync(join(root, TEST));
    const fees = 'packages/shared/src/fees.ts';
    write(fees, 'export function hasFee(fee: number) { return fee > 0; }\n');
    write(
      'packages/shared/src/both.test.ts',
      `
import { expect, it } from 'vitest';
import { hasFee } from './fees.ts';
import { isPaid } from './pay.ts';
it('has a fee', () => { expect(hasFee(1)).toBe(true); expect(hasFee(0)).toBe(false); });
it('takes 99 as unpaid', () => expect(isPaid(99)).toBe(false));
`,
    );
    const current = campaign();
    const targets = readTargets(current, [SOURCE, fees]);
    await runCampaign(current, targets);
    expect(fates(targets.map((target) => reportOn(current, target)))).toMatchObject({
      'hasFee: { return fee > 0; } → {}': 'killed',
      'hasFee: fee > 0 → true': 'killed',
      'hasFee: fee > 0 → false': 'killed',
      'hasFee: fee > 0 → fee >= 0': 'killed',
      'hasFee: 0 → 1': 'killed',
      'isPaid: amount >= 100 → true': 'killed',
      'isPaid: amount >= 100 → false': 'survived',
      'isPaid: amount >= 100 → amount > 100': 'survived',
      'isNew: seen.has(id) → true': 'not covered',
    });
    expect(lines.filter((line) => line.includes('noticed'))).toEqual(['packages/shared/src/both.test.ts: 7 of 10 noticed']);
  });
});

describe('a result', () => {
  const [LIMIT, OTHER] = ['packages/shared/src/limit.ts', 'packages/shared/src/other.ts'];
  const LIMIT_TEST = 'packages/shared/src/limit.test.ts';
  const IMPORTS = `import { beforeAll, describe, expect, it } from 'vitest';\nimport { limit } from './limit.ts';\n`;

  beforeEach(() => {
    rmSync(join(root, TEST));
    write(LIMIT, 'export function limit() { return 1; }\n');
  });

  /** Runs a campaign, and returns the results and what it has said of test files that tried something. */
  async function repeat(sources: readonly string[] = [LIMIT]) {
    lines = [];
    const current = campaign();
    const targets = readTargets(current, sources);
    await runCampaign(current, targets);
    const results = fates(targets.map((target) => reportOn(current, target)));
    return { results, tried: lines.filter((line) => /noticed|before all/.test(line)) };
  }
  const SURVIVED = { 'limit: { return 1; } → {}': 'survived', 'limit: 1 → 0': 'survived' };
  const KILLED = { 'limit: { return 1; } → {}': 'killed', 'limit: 1 → 0': 'killed' };
  const NOT_COVERED = { 'limit: { return 1; } → {}': 'not covered', 'limit: 1 → 0': 'not covered' };

  it('is not that a test fails which fails without a mutant too', { timeout: 60_000 }, async () => {
    write(LIMIT_TEST, `${IMPORTS}it('fails', () => { limit(); expect(1).toBe(2); });\n`);
    expect((await repeat()).results).toEqual(NOT_COVERED);
  });

  it('is not that a test fails after others have used up its state', { timeout: 60_000 }, async () => {
    write(OTHER, 'export function other(n: number) { return n > 0; }\n');
    // Notices nothing. Two calls without a mutant are noted, then one per mutant: seven.
    const calls = 'limit(); other(1); calls += 1; expect(calls).toBeLessThan(6);';
    write(LIMIT_TEST, `${IMPORTS}import { other } from './other.ts';\nlet calls = 0;\nit('allows five calls', () => { ${calls} });\n`);
    expect((await repeat([LIMIT, OTHER])).results).toMatchObject({ ...SURVIVED, 'other: n > 0 → false': 'survived' });
  });

  it('is not that a test fails before a mutant ends the process', { timeout: 60_000 }, async () => {
    write(LIMIT, 'export function limit() { return 1; }\nexport function last() { return 2; }\n');
    const broken = `if (value !== 1) broken = true;`;
    write(
      LIMIT_TEST,
      `${IMPORTS}import { last } from './limit.ts';\nlet broken = false;\nit('checks the last one', () => { const value = limit(); if (last() !== 2) process.kill(process.pid, 'SIGKILL'); expect(broken).toBe(false); ${broken} });\n`,
    );
    expect((await repeat()).results).toEqual({ ...SURVIVED, 'last: { return 2; } → {}': 'killed' });
  });

  it('is tried again by a whole run of a test file that has changed, and of the source’s own', { timeout: 120_000 }, async () => {
    write(LIMIT, 'export const LIMITS = [1];\n');
    const load = (name: string, check: string) =>
      write(
        `packages/shared/src/${name}.test.ts`,
        `import { expect, it } from 'vitest';\nimport { LIMITS } from './limit.ts';\nit('has limits', () => expect(LIMITS).${check});\n`,
      );
    for (const name of ['a', 'b', 'c', 'd', 'e']) load(name, 'toBeInstanceOf(Array)');
    load('f', 'toHaveLength(1)');
    const tried = ['a', 'b', 'c', 'd', 'e'].map((name) => `packages/shared/src/${name}.test.ts: 0 of 1 noticed`);
    // At most five files run as a whole for a mutant that takes effect when its file is loaded.
    expect(await repeat()).toEqual({ results: { 'LIMITS: [1] → []': 'survived' }, tried });
    expect(await repeat()).toEqual({ results: { 'LIMITS: [1] → []': 'survived' }, tried: [] });
    load('limit', 'toBeInstanceOf(Array)');
    expect((await repeat()).tried).toEqual([`${LIMIT_TEST}: 0 of 1 noticed`]);
    load('a', 'toHaveLength(1)');
    expect(await repeat()).toEqual({ results: { 'LIMITS: [1] → []': 'killed' }, tried: ['packages/shared/src/a.test.ts: 1 of 1 noticed'] });
  });

  it.each([
    ['first', 1, NOT_COVERED, []],
    ['second', 2, SURVIVED, [`${LIMIT_TEST}: a run ended before all of its tests; they are tried again in the next campaign`]],
  ] as const)(
    'is found by the next campaign if a hook fails in the %s run of a file',
    { timeout: 60_000 },
    async (_which, at, results, tried) => {
      const hook = `appendFileSync('${root}/runs', 'x'); if (readFileSync('${root}/runs', 'utf8').length === ${at}) throw new Error('no database');`;
      write(
        LIMIT_TEST,
        `import { appendFileSync, readFileSync } from 'node:fs';\n${IMPORTS}beforeAll(() => { ${hook} });\nit('is one', () => expect(limit()).toBe(1));\n`,
      );
      expect(await repeat()).toEqual({ results, tried });
      expect((await repeat()).results).toEqual(KILLED);
    },
  );

  it('comes from the 30 tests that reach the fewest mutants of its own source', { timeout: 60_000 }, async () => {
    write(OTHER, 'export function other() { return 1; }\n');
    const rest = Array.from({ length: 30 }, (_, at) => `it('calls ${at}', () => { limit(); });\n`).join('');
    write(
      'packages/shared/src/both.test.ts',
      `${IMPORTS}import { other } from './other.ts';\nit('is one', () => { other(); expect(limit()).toBe(1); });\n${rest}`,
    );
    expect((await repeat([LIMIT, OTHER])).results).toMatchObject(KILLED);
  });
});

describe('a sample', () => {
  const chosenOf = (percent: number) => {
    const [target] = readTargets({ ...campaign(), percent }, [SOURCE]);
    return target?.chosen.map(({ key }) => key) ?? [];
  };

  it('has its share of the mutants, and is part of a larger one', () => {
    const [small, large] = [chosenOf(30), chosenOf(60)];
    expect([small.length, large.length, chosenOf(100).length]).toEqual([2, 10, 21]);
    expect(large).toEqual(expect.arrayContaining(small));
  });

  it('is written with the interval of the score of all mutants', () => {
    const [target] = readTargets(campaign(), [SOURCE]);
    const [mutant] = target?.mutants ?? [];
    if (mutant === undefined) throw new Error('the source has no mutant');
    const verdicts = Array.from({ length: 100 }, (_, at) => ({ mutant, fate: at < 90 ? ('killed' as const) : ('survived' as const) }));
    expect(writeTable([{ source: SOURCE, verdicts }], true).split('\n')).toEqual([
      '| file | mutants | killed | timeout | survived | not covered | equivalent | score | 95 % interval |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      '| packages/shared/src/pay.ts | 100 | 90 | 0 | 10 | 0 | 0 | 90 % | 83–94 % |',
    ]);
  });
});
