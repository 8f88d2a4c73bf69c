import { proveKills } from '../packages/server/src/proof/kills.ts';
import { proveModel } from '../packages/server/src/proof/model.ts';

/**
 * `pnpm prove`: what the test suite proves at a small size, at a large one, with its figures.
 * `pnpm prove kills 1000`, `pnpm prove model 10000` … run one of them; `--seed N` repeats a run.
 */

const KILLS = 1000;
const MODEL_RUNS = 10_000;

/** A line that is written over while the work goes on, and a plain one now and then where nobody watches. */
function progressOf(name: string, total: number): (done: number) => void {
  const started = Date.now();
  const every = process.stdout.isTTY ? 1 : Math.max(1, Math.floor(total / 20));
  return (done) => {
    if (done % every !== 0 && done !== total) return;
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(
      `${process.stdout.isTTY ? '\r' : ''}${name}: ${done} of ${total}, ${seconds} s${process.stdout.isTTY ? '' : '\n'}`,
    );
  };
}

function print(name: string, report: object): void {
  process.stdout.write(`\n${name}\n`);
  for (const [key, value] of Object.entries(report)) process.stdout.write(`  ${key.padEnd(20)} ${JSON.stringify(value)}\n`);
}

const proofs: Readonly<Record<string, (size: number | undefined, seed: number) => Promise<boolean>>> = {
  async kills(size = KILLS, seed) {
    const report = await proveKills({ kills: size, ordersPerRound: 3, seed, progress: progressOf('kills', size) });
    print('kills', report);
    return report.breaches.length === 0;
  },
  async model(size = MODEL_RUNS, seed) {
    const report = await proveModel({ runs: size, seed, progress: progressOf('model', size) });
    print('model', report);
    return true;
  },
};

const args = process.argv.slice(2);
const at = args.indexOf('--seed');
const seed = at < 0 ? Date.now() % 1_000_000 : Number(args[at + 1]);
const [name, size] = args.filter((_arg, index) => at < 0 || (index !== at && index !== at + 1));
const chosen = name === undefined ? Object.keys(proofs) : [name];

process.stdout.write(`seed ${seed}\n`);
for (const one of chosen) {
  const proof = proofs[one];
  if (proof === undefined) {
    process.stderr.write(`There is no proof named ${one}; there are ${Object.keys(proofs).join(', ')}.\n`);
    process.exitCode = 1;
  } else {
    const holds = await proof(size === undefined ? undefined : Number(size), seed).catch((error: unknown) => {
      process.stderr.write(`\n${error instanceof Error ? `${error.message}\n${String(error.cause ?? '')}` : String(error)}\n`);
      return false;
    });
    process.stdout.write(`\n${one}: ${holds ? 'holds' : 'DOES NOT HOLD'}\n`);
    if (!holds) process.exitCode = 1;
  }
}
