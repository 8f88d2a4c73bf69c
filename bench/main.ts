import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../scripts/run.ts';
import { type Context, keepsAim, type Measurement, type Section } from './src/figures.ts';
import { describeRun } from './src/report/machine.ts';
import { writeMarkdown } from './src/report/markdown.ts';
import { writeInterval, writeQuantity, writeRatio, writeVerdict } from './src/report/words.ts';
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

function print({ title, figures }: Section): void {
  console.log(`\n${title}`);
  for (const figure of figures) {
    const baseline = `${writeQuantity(figure.baseline, figure.unit)} ${figure.baselineName}`;
    const words = [
      figure.what.padEnd(58),
      writeQuantity(figure.value, figure.unit).padStart(11),
      baseline.padEnd(46),
      writeRatio(figure).padStart(9),
      writeInterval(figure).padStart(11),
    ];
    console.log(`  ${words.join('  ')}  ${writeVerdict(figure)}`);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`.padStart(6);
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const outAt = args.indexOf('--out');
  const out = outAt < 0 ? fileURLToPath(new URL('.', import.meta.url)) : (args[outAt + 1] ?? '');
  const names = args.filter((arg, index) => !arg.startsWith('--') && (outAt < 0 || index !== outAt + 1));
  const unknown = names.filter((name) => !(name in MEASUREMENTS));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  if (!flags.has('--no-build') && !(await build())) throw new Error('Nothing was measured.');

  const chosen = Object.entries(MEASUREMENTS).filter(([name]) => names.length === 0 || names.includes(name));
  const sections: Section[] = [];
  for (const [name, measure] of chosen) {
    console.log(`\n${seconds()}  ${name} …`);
    const context: Context = { quick: flags.has('--quick'), log: (text) => console.log(`${seconds()}  ${text}`) };
    const section = await measure(context);
    sections.push(section);
    print(section);
  }
  const minutes = (performance.now() - began) / 60_000;
  const missed = sections.flatMap(({ figures }) => figures).filter((figure) => keepsAim(figure) === false);
  console.log(`\n${seconds()}  ${missed.length === 0 ? 'Every aim is met.' : `${missed.length} aims are missed.`}`);
  const isWhole = names.length === 0 && !flags.has('--quick');
  if (!isWhole && outAt < 0) return;
  await mkdir(out, { recursive: true });
  await writeFile(`${out}/RESULTS.md`, writeMarkdown(sections, await describeRun(), minutes));
  console.log(`Written: ${out}/RESULTS.md`);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
