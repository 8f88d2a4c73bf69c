import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/run.ts';
import { type Context, keepsAim, type Measurement, type Section } from './src/figures.ts';
import { endRow } from './src/processes.ts';
import { describeRun } from './src/report/machine.ts';
import { writeMarkdown, writeTable } from './src/report/markdown.ts';
import { measureBacklog } from './src/rows/backlog.ts';
import { measureCounter } from './src/rows/counter.ts';
import { measureDashboard } from './src/rows/dashboard.ts';
import { measureGrowth } from './src/rows/growth.ts';
import { measureInitiations } from './src/rows/initiations.ts';
import { measurePage } from './src/rows/page.ts';
import { measureProcess } from './src/rows/process.ts';
import { measureReads } from './src/rows/reads.ts';
import { measureSizes } from './src/rows/sizes.ts';
import { measureStreams } from './src/rows/streams.ts';

/**
 * `pnpm bench`: builds, measures everything and writes RESULTS.md.
 * `pnpm bench reads streams` measures only these and writes nothing; `--quick` is for seeing that all of it runs;
 * `--no-build` takes the files that are there; `--out FOLDER` writes to another folder than this one.
 */

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  sizes: measureSizes,
  page: measurePage,
  reads: measureReads,
  initiations: measureInitiations,
  backlog: measureBacklog,
  dashboard: measureDashboard,
  counter: measureCounter,
  streams: measureStreams,
  process: measureProcess,
  growth: measureGrowth,
};

async function main(): Promise<void> {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`.padStart(6);
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const { quick, out } = values;
  const unknown = names.filter((name) => !(name in MEASUREMENTS));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  if (!values['no-build'] && !(await build())) throw new Error('Nothing was measured.');

  const chosen = Object.entries(MEASUREMENTS).filter(([name]) => names.length === 0 || names.includes(name));
  const sections: Section[] = [];
  for (const [name, measure] of chosen) {
    console.log(`\n${seconds()}  ${name} …`);
    const context: Context = { quick, log: (text) => console.log(`${seconds()}  ${text}`) };
    const section = await measure(context);
    sections.push(section);
    await endRow();
    console.log(`\n${section.title}\n\n${writeTable(section)}`);
  }
  const minutes = (performance.now() - began) / 60_000;
  const missed = sections.flatMap(({ figures }) => figures).filter((figure) => !keepsAim(figure));
  console.log(`\n${seconds()}  ${missed.length === 0 ? 'Every aim is met.' : `${missed.length} aims are missed.`}`);
  const isWhole = names.length === 0 && !quick;
  if (!isWhole && out === undefined) return;
  const folder = out ?? fileURLToPath(new URL('.', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/RESULTS.md`, writeMarkdown(sections, await describeRun(), minutes));
  console.log(`Written: ${folder}/RESULTS.md`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
