import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

/** One exhaustive check of model/payment.pml. docs/model.md describes it. */
export interface ModelCheck {
  readonly name: string;
  /** The options of the model. */
  readonly flags: readonly string[];
}

const ONE = ['-DPAYMENTS=1', '-DWORKERS=2'];
const TWO = ['-DPAYMENTS=2', '-DWORKERS=1'];

/** What must hold. */
export const CHECKS: readonly ModelCheck[] = [
  { name: 'one payment, two workers, webhooks', flags: [...ONE, '-DWEBHOOKS'] },
  { name: 'one payment, two workers, fair', flags: [...ONE, '-DFAIR'] },
  { name: 'a declined transaction becomes debited', flags: [...ONE, '-DCORRECTED', '-DWEBHOOKS'] },
  { name: 'forged callbacks, corrections', flags: [...ONE, '-DCORRECTED', '-DFORGED=1'] },
  { name: 'the operator carries out what it refuses', flags: [...ONE, '-DCONTRARY'] },
  { name: 'resolutions, refunds, a refresh', flags: [...ONE, '-DPERSON'] },
  { name: 'two payments, one worker', flags: TWO },
  { name: 'two payments, submitted references', flags: [...TWO, '-DREFERENCES'] },
  { name: 'two payments, resolutions and refunds', flags: [...TWO, '-DPERSON'] },
  { name: 'two payments, forged callbacks', flags: [...TWO, '-DFORGED=1'] },
  { name: 'two payments, two workers', flags: ['-DPAYMENTS=2', '-DWORKERS=2'] },
];

/** Faults that the check must find: each is the model with one rule less. */
export const FAULTS: readonly ModelCheck[] = [
  { name: 'callbacks are read before the transaction', flags: [...ONE, '-DBREAK_CALLBACKS_READ_BEFORE'] },
  { name: 'a refusal after a callback is failed', flags: [...ONE, '-DCONTRARY', '-DBREAK_REFUSED_IS_FAILED'] },
  {
    name: 'a completed payment is not asked about again',
    flags: [...TWO, '-DREFERENCES', '-DBREAK_COMPLETED_ENDS_CHECK'],
  },
  { name: 'an unknown outcome is sent again', flags: [...ONE, '-DBREAK_RESEND_UNKNOWN'] },
  { name: 'a worker that lost its lease writes', flags: [...ONE, '-DBREAK_NO_FENCE'] },
  { name: 'a callback decides', flags: [...ONE, '-DFORGED=1', '-DBREAK_TRUST_CALLBACK'] },
  { name: 'the page shows a change before the commit', flags: [...ONE, '-DBREAK_TELL_BEFORE_COMMIT'] },
  { name: 'a change without its webhook', flags: [...ONE, '-DWEBHOOKS', '-DBREAK_NO_OUTBOX_ROW'] },
  { name: 'an unknown outcome is failed', flags: [...ONE, '-DBREAK_UNKNOWN_IS_FAILED'] },
  { name: 'a check that a callback asked for is forgotten', flags: [...ONE, '-DBREAK_RELEASE_FORGETS'] },
  { name: 'two refunds at once exceed the payment', flags: [...ONE, '-DPERSON', '-DBREAK_REFUND_IN_TWO_STEPS'] },
  { name: 'one transaction pays two payments', flags: [...TWO, '-DFORGED=1', '-DBREAK_TRANSACTION_PAYS_TWICE'] },
  {
    name: 'only the newest payment decides about the next',
    flags: ['-DPAYMENTS=3', '-DWORKERS=1', '-DCRASHES=0', '-DPERSON', '-DBREAK_NEWEST_DECIDES'],
  },
];

/** The result of one check. */
export interface ModelRun {
  /** Whether the whole state space was searched without a violation. */
  readonly holds: boolean;
  /** The assertion or cycle that was found; undefined if none was. */
  readonly violation: string | undefined;
  readonly states: number;
  /** The most steps from the start to a state. */
  readonly depth: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Why there is no result; undefined if there is one. */
  readonly error: string | undefined;
}

const model = fileURLToPath(new URL('../model/payment.pml', import.meta.url));
/** MB. */
const MEMORY_LIMIT = 8000;
const MAX_DEPTH = 1_000_000;

/** Whether Spin and a C compiler are installed. */
export async function canCheckModel(): Promise<boolean> {
  const [spin, gcc] = await Promise.all([
    run('spin', ['-V'], { quiet: true }),
    run('gcc', ['--version'], { quiet: true }),
  ]);
  return spin.ok && gcc.ok;
}

/** Runs one check in a folder of its own. */
export async function runModelCheck({ flags }: ModelCheck): Promise<ModelRun> {
  const isFair = flags.includes('-DFAIR');
  const directory = await mkdtemp(join(tmpdir(), 'tsena-spin-'));
  try {
    const failed = (output: string): ModelRun => ({ ...readResult('', 0), error: output.slice(-500) });
    const generated = await run('spin', ['-a', ...flags, model], { directory, quiet: true });
    if (!generated.ok) return failed(generated.output);
    const mode = isFair ? ['-DNFAIR=6'] : ['-DSAFETY'];
    const compiled = await run(
      'gcc',
      ['-w', '-O2', '-DCOLLAPSE', `-DMEMLIM=${MEMORY_LIMIT}`, ...mode, '-o', 'pan', 'pan.c'],
      {
        directory,
        quiet: true,
      },
    );
    if (!compiled.ok) return failed(compiled.output);
    const searched = await run('./pan', [...(isFair ? ['-a', '-f'] : []), `-m${MAX_DEPTH}`], {
      directory,
      quiet: true,
    });
    return readResult(searched.output, searched.seconds);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function readResult(output: string, seconds: number): ModelRun {
  const violation = /^pan:1: (.*?)(?: \(at depth \d+\))?$/m.exec(output)?.[1];
  const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const isWhole =
    output.includes('errors: 0') &&
    !output.includes('Search not completed') &&
    !output.includes('max search depth too small');
  const error = isWhole || violation !== undefined ? undefined : output.slice(-500);
  return {
    holds: isWhole && violation === undefined,
    violation,
    states: figure(/(\d+) states, stored/),
    depth: figure(/depth reached (\d+)/),
    megabytes: Math.round(figure(/([\d.]+)\s+total actual memory usage/)),
    seconds,
    error,
  };
}

/**
 * `pnpm prove protocol`: searches all states of the model at its bounds, then with each fault.
 *
 * @returns whether every check holds and every fault is found
 */
export async function checkModel(): Promise<boolean> {
  if (!(await canCheckModel())) {
    console.error('The model is not checked: install Spin and gcc (Debian: apt-get install spin gcc).');
    return false;
  }
  let isRight = true;
  for (const check of CHECKS) {
    const result = await runModelCheck(check);
    isRight &&= result.holds;
    print(check.name, result.holds ? 'holds' : `VIOLATED: ${result.violation ?? result.error ?? 'no result'}`, result);
  }
  for (const fault of FAULTS) {
    const result = await runModelCheck(fault);
    isRight &&= result.violation !== undefined;
    print(fault.name, result.violation === undefined ? `NOT FOUND ${result.error ?? ''}` : 'found', result);
  }
  return isRight;
}

function print(name: string, result: string, { states, depth, megabytes, seconds }: ModelRun): void {
  const figures = `${states.toLocaleString('en').padStart(12)} states ${String(depth).padStart(5)} steps ${String(megabytes).padStart(5)} MB`;
  console.log(`${name.padEnd(50)} ${result.padEnd(8)} ${figures} ${seconds.toFixed(1).padStart(7)} s`);
}
