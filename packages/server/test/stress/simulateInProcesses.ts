import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { addFigures } from './proof.ts';
import { tableOf } from './reached.ts';
import { emptyReport, runSeeds, type SimulationReport, type SimulationSize } from './simulate.ts';

/** The seeds that a process runs before it reports. */
const SEEDS_PER_BATCH = 25;
/** So many seeds always record and void refunds. */
const ENOUGH_SEEDS = 100;

/** A request to a process, and its answer. */
export type Batch = Omit<SimulationSize, 'progress'>;

/**
 * Runs the simulation of many seeds on all processors. Each process runs batches of seeds, one seed after the other.
 */
export async function runSimulation(options: SimulationSize) {
  const { seed, size: seeds, pace, progress } = options;
  const started = performance.now();
  const report = emptyReport();
  let next = seed;

  /** The next seeds; undefined after the last one, and after a violation. */
  function take(): Batch | undefined {
    const left = seed + seeds - next;
    if (left <= 0 || report.failed.length > 0) return undefined;
    const batch = { seed: next, size: Math.min(SEEDS_PER_BATCH, left), pace };
    next += batch.size;
    return batch;
  }

  function add(part: SimulationReport): void {
    addFigures(report.figures, part.figures);
    addFigures(report.reached, part.reached);
    report.failed.push(...part.failed);
    progress?.(report.figures.seeds);
  }

  const processes = Math.min(availableParallelism(), Math.ceil(seeds / SEEDS_PER_BATCH));
  if (processes <= 1) add(await runSeeds(options));
  else await Promise.all(Array.from({ length: processes }, () => runProcess(take, add)));
  const seconds = (performance.now() - started) / 1000;
  const { failed, reached, figures } = report;
  const violations = [...failed.map((one) => describeFailed(one, pace)), ...findMissingRefunds(figures)];
  return {
    ...figures,
    paymentsPerSecond: Math.round(figures.payments / seconds),
    reached: tableOf(reached),
    violations,
  };
}

/** A run that refunds nothing tests no refunds. */
function findMissingRefunds({
  seeds,
  refunds,
  refundsVoided,
  overpaidRefunded,
}: SimulationReport['figures']): string[] {
  const isMissing = seeds >= ENOUGH_SEEDS && Math.min(refunds, refundsVoided, overpaidRefunded) === 0;
  return isMissing
    ? [
        `${seeds} seeds recorded ${refunds} refunds, ${overpaidRefunded} of overpaid orders, and voided ${refundsVoided}`,
      ]
    : [];
}

async function runProcess(take: () => Batch | undefined, add: (part: SimulationReport) => void): Promise<void> {
  const child = fork(fileURLToPath(new URL('./simulateBatches.ts', import.meta.url)));
  try {
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        const batch = take();
        if (batch === undefined) resolve();
        else child.send(batch);
      };
      child.on('message', (part: SimulationReport) => {
        add(part);
        go();
      });
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`a process of the simulation ended with ${code}`)));
      go();
    });
  } finally {
    child.removeAllListeners();
    child.kill();
  }
}

function describeFailed(
  { seed, violation, actions }: SimulationReport['failed'][number],
  pace: SimulationSize['pace'],
): string {
  const repeat = `npx -y pnpm@12 prove simulate 1 ${pace === 'calm' ? '--calm ' : ''}--seed ${seed}`;
  return [`seed ${seed}: ${violation}`, ...actions.map((action) => `  ${action}`), `  repeat it: ${repeat}`].join('\n');
}
