import { parseArgs } from 'node:util';
import { proveChaos } from '@tsena/server/stress/chaos';
import { proveFuzz } from '@tsena/server/stress/fuzz';
import { proveFuzzSockets } from '@tsena/server/stress/fuzzSockets';
import { proveKills } from '@tsena/server/stress/kills';
import { proveModel } from '@tsena/server/stress/model';
import { proveSoak } from '@tsena/server/stress/soak';
import { proveBreaks } from './proveBreaks.ts';
import { build } from './run.ts';

/**
 * `pnpm prove`: builds, and runs what the test suite proves at a small size at a large one, with its figures.
 * `pnpm prove kills 1000`, `pnpm prove model 10000` … run one of them, `pnpm prove --soak` the hour of steady load;
 * `pnpm prove fuzz --sockets 20000` opens raw connections in place of sending whole requests. `--seed N` repeats a run.
 * `pnpm prove breaks [--only NAME]` shows that tests and proofs notice fundamental faults.
 */

/** What a proof tells: its figures, and what it found broken. One that throws has found it too. */
type Report = object & { readonly violations: readonly string[] };

/** One proof: what it is run with, and the size that the issues name. */
interface Proof {
  readonly size: number;
  /** Only where it is asked for. */
  readonly extra?: boolean;
  run(size: number, seed: number, progress: (done: number) => void): Promise<Report>;
}

/** The load of the soak test. */
const SAMPLES_PER_MINUTE = 2;
const PAYMENTS_PER_SECOND = 5;

const proofs: Readonly<Record<string, Proof>> = {
  kills: { size: 1000, run: (kills, seed, progress) => proveKills({ kills, ordersPerRound: 3, seed, progress }) },
  model: { size: 10_000, run: (runs, seed, progress) => proveModel({ runs, seed, progress }) },
  fuzz: { size: 100_000, run: (requests, seed, progress) => proveFuzz({ requests, seed, progress }) },
  sockets: { size: 20_000, run: (connections, seed, progress) => proveFuzzSockets({ connections, seed, progress }) },
  chaos: { size: 10_000, run: (payments, seed, progress) => proveChaos({ payments, seed, built: true, progress }) },
  soak: {
    size: 60,
    extra: true,
    run: (minutes, _seed, progress) =>
      proveSoak({
        samples: minutes * SAMPLES_PER_MINUTE,
        paymentsPerSample: (60 / SAMPLES_PER_MINUTE) * PAYMENTS_PER_SECOND,
        perSecond: PAYMENTS_PER_SECOND,
        progress: (samples) => progress(Math.floor(samples / SAMPLES_PER_MINUTE)),
      }),
  },
};

/** A line that is written over while the work goes on, and a plain one now and then where nobody watches. */
function progressOf(name: string, total: number): (done: number) => void {
  const started = Date.now();
  const step = process.stdout.isTTY ? 1 : Math.max(1, Math.floor(total / 20));
  let said = -1;
  return (done) => {
    const now = Math.floor(done / step);
    if (now === said) return;
    said = now;
    const seconds = Math.round((Date.now() - started) / 1000);
    const [before, after] = process.stdout.isTTY ? ['\r', ''] : ['', '\n'];
    process.stdout.write(`${before}${name}: ${done} of ${total}, ${seconds} s${after}`);
  };
}

function print(name: string, report: object): void {
  process.stdout.write(`\n${name}\n`);
  for (const [key, value] of Object.entries(report)) process.stdout.write(`  ${key.padEnd(20)} ${JSON.stringify(value)}\n`);
}

async function prove(name: string, proof: Proof, size: number, seed: number): Promise<boolean> {
  try {
    const report = await proof.run(size, seed, progressOf(name, size));
    print(name, report);
    return report.violations.length === 0;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `\n${String(error.cause)}` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    return false;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    soak: { type: 'boolean', default: false },
    sockets: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [first = values.soak ? 'soak' : undefined, size] = positionals;
// Raw sockets are a mode of the fuzzing.
const named = values.sockets && (first === undefined || first === 'fuzz') ? 'sockets' : first;
if (named !== undefined && named !== 'breaks' && !Object.hasOwn(proofs, named)) {
  process.stderr.write(`There is no proof named ${named}; there are ${[...Object.keys(proofs), 'breaks'].join(', ')}.\n`);
  process.exit(1);
}

if (!(await build())) process.exit(1);
if (named === 'breaks') process.exit((await proveBreaks(values.only)) ? 0 : 1);
process.stdout.write(`seed ${seed}\n`);
for (const [name, proof] of Object.entries(proofs)) {
  if (named === undefined ? proof.extra === true : name !== named) continue;
  const holds = await prove(name, proof, Number(size ?? proof.size), seed);
  process.stdout.write(`\n${name}: ${holds ? 'holds' : 'DOES NOT HOLD'}\n`);
  if (!holds) process.exitCode = 1;
}
