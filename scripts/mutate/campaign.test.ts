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

describe('a mutant that takes effect when its file is loaded', () => {
  it('is tried by whole runs of the five nearest test files, also if the campaign is repeated', { timeout: 240_000 }, async () => {
    rmSync(join(root, TEST));
    const fees = 'packages/shared/src/fees.ts';
    write(fees, 'export const FEES = [1];\n');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const expected = name === 'f' ? 'toHaveLength(1)' : 'toBeInstanceOf(Array)';
      write(
        `packages/shared/src/${name}.test.ts`,
        `import { expect, it } from 'vitest';\nimport { FEES } from './fees.ts';\nit('has fees', () => expect(FEES).${expected});\n`,
      );
    }
    const repeat = async () => {
      lines = [];
      const current = campaign();
      const targets = readTargets(current, [fees]);
      await runCampaign(current, targets);
      return [fates(targets.map((target) => reportOn(current, target))), lines.filter((line) => line.includes('noticed'))];
    };
    expect(await repeat()).toEqual([
      { 'FEES: [1] → []': 'survived' },
      ['a', 'b', 'c', 'd', 'e'].map((name) => `packages/shared/src/${name}.test.ts: 0 of 1 noticed`),
    ]);
    expect(await repeat()).toEqual([{ 'FEES: [1] → []': 'survived' }, []]);
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
