import { readSettings } from '../../src/config/readSettings.ts';
import { serve } from '../../src/main.ts';
import { stopOnSigterm } from './stopOnSigterm.ts';

/**
 * A companion like `tsena serve`, which ends itself with SIGKILL when it reaches the step CRASH_AT for the CRASH_ON-th time.
 * HEARTBEAT_MS sets the heartbeat of its event streams.
 */
const crashAt = process.env.CRASH_AT;
let left = Number(process.env.CRASH_ON ?? '1');

const heartbeatMs = process.env.HEARTBEAT_MS === undefined ? {} : { heartbeatMs: Number(process.env.HEARTBEAT_MS) };

const served = await serve(
  readSettings(process.env),
  (step) => {
    if (step !== crashAt) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
  heartbeatMs,
);
stopOnSigterm(served);
process.stdout.write(`listening on ${served.url}\n`);
