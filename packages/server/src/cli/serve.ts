import { Command } from '@commander-js/extra-typings';
import { collectDefaultMetrics } from 'prom-client';
import { findMisspelt } from '../config/misspeltSettings.ts';
import { readSettings } from '../config/readSettings.ts';
import type { Settings } from '../config/settings.ts';
import { createLog } from '../log/log.ts';
import { standardError } from '../log/standardError.ts';
import { serve as listen, type Served } from '../main.ts';
import { CommandError, fail, printLine } from './kit/output.ts';

/** How long a stop waits for a start that is under way, ms. */
const GIVE_UP_START_MS = 8000;

function end(served: Served): void {
  served.stop().then(() => process.exit(0), fail);
}

function warnOfMisspelt({ LOG_LEVEL }: Settings): void {
  const log = createLog(LOG_LEVEL, standardError);
  for (const { name, nearest } of findMisspelt(process.env))
    log.warn(
      { variable: name, setting: nearest },
      'this variable is not a setting; its name is near that of a setting',
    );
}

/** An error of the start, in words that name the setting. */
function explain(error: unknown): unknown {
  const { code, address, port } =
    error instanceof Error ? (error as NodeJS.ErrnoException & { address?: string; port?: number }) : {};
  if (code === 'EADDRINUSE')
    return new CommandError(`PORT ${port} is in use at ${address}. Stop the other program, or set another PORT.`);
  if (code === 'EACCES' && port !== undefined)
    return new CommandError(`PORT ${port} is reserved for the system. Set a PORT of 1024 or more.`);
  if (code === 'EADDRNOTAVAIL') return new CommandError(`HOST ${address} is no address of this machine.`);
  return error;
}

/** `tsena serve` */
export function serve() {
  return new Command('serve').action(async () => {
    let served: Served | undefined;
    let isStopping = false;
    const stop = () => {
      if (isStopping) return;
      isStopping = true;
      if (served !== undefined) end(served);
      // Nothing was accepted yet; a start that hangs must not hold up the stop.
      else setTimeout(() => process.exit(0), GIVE_UP_START_MS);
    };
    // Before anything is started: without a handler, a signal during the start would end the process in the middle of
    // its work.
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    try {
      const settings = readSettings(process.env);
      warnOfMisspelt(settings);
      served = await listen(settings);
    } catch (error) {
      // It was asked to stop, and it has.
      if (isStopping) process.exit(0);
      throw explain(error);
    }
    collectDefaultMetrics({ register: served.companion.metrics });
    if (isStopping) end(served);
    else printLine(`listening on ${served.url}`);
  });
}
