import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type Campaign, readTargets, reportOn, runCampaign, type SourceReport } from './mutate/campaign.ts';
import { openRecords } from './mutate/records.ts';
import { writeSurvivors, writeTable } from './mutate/report.ts';
import { findSources } from './mutate/scope.ts';
import { run } from './run.ts';

/**
 * `pnpm mutate`: makes many small changes to the source, one at a time, and checks whether a test notices.
 * Name a file or a folder, or use `--changed` for the files that differ from main. `--report` only shows the stored results,
 * `--fresh` deletes them first; `--percent 5` tries a sample; with `--near`, only the tests beside a source try its mutants.
 * docs/mutation-testing.md describes it.
 */
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const records = join(root, '.mutate/results.json');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    base: { type: 'string', default: 'main' },
    fresh: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    percent: { type: 'string', default: '100' },
    near: { type: 'boolean', default: false },
    survivors: { type: 'string', default: join(root, '.mutate/survivors') },
  },
});

async function findChanged(): Promise<string[]> {
  const { ok, output } = await run('git', ['diff', '--name-only', '--merge-base', values.base], { directory: root, quiet: true });
  if (!ok) throw new Error(`git cannot compare with ${values.base}: ${output}`);
  const changed = output.split('\n').filter((path) => path !== '');
  return changed.length === 0 ? [] : changed.filter((path) => findSources(root, [path]).length > 0);
}

const sources = values.changed ? await findChanged() : findSources(root, positionals);
if (sources.length === 0) {
  console.log('There is no source to mutate at these paths.');
  process.exit(positionals.length > 0 ? 1 : 0);
}
const percent = Number(values.percent);
if (!(percent > 0 && percent <= 100)) {
  console.log('--percent takes a number above 0, up to 100.');
  process.exit(1);
}
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
if (values.fresh) rmSync(records, { force: true });

function keepSurvivors(report: SourceReport): void {
  mkdirSync(values.survivors, { recursive: true });
  const path = join(values.survivors, `${report.source.replaceAll('/', '.')}.txt`);
  const text = writeSurvivors(report);
  if (text !== '') writeFileSync(path, text);
  else rmSync(path, { force: true });
}

const campaign: Campaign = {
  root,
  records: openRecords(records),
  equivalents: z
    .record(z.string(), z.record(z.string(), z.string()))
    .parse(JSON.parse(readFileSync(join(root, 'scripts/mutate/equivalent.json'), 'utf8'))),
  patienceMs: 6000,
  percent,
  near: values.near,
  say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
};
const targets = readTargets(campaign, sources);
if (!values.report) await runCampaign(campaign, targets);

const reports = targets.map((target) => reportOn(campaign, target));
for (const report of reports) keepSurvivors(report);
for (const { source, mutants } of targets) {
  for (const key of Object.keys(campaign.equivalents[source] ?? {})) {
    if (!mutants.some((mutant) => mutant.key === key)) console.log(`equivalent.json names a mutant that does not exist: ${source} ${key}`);
  }
}
console.log(`\n${writeTable(reports, percent < 100)}\n\nSurvivors: ${values.survivors}`);
process.exit(0);
