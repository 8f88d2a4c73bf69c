import { Command } from 'commander';
import { collectDefaultMetrics } from 'prom-client';
import { readSettings } from '../config.ts';
import { serve as listen } from '../main.ts';
import { fail, printLine } from './output.ts';

/** `tsena serve` */
export function serve(): Command {
  return new Command('serve')
    .description('run the companion')
    .addHelpText(
      'after',
      `
Prints one line once it accepts connections; its log goes to standard error, a JSON object a line.
SIGTERM: it takes on nothing new, finishes what is under way and ends with 0 within ten seconds.

Examples:
  tsena doctor && tsena serve
  PORT=4001 LOG_LEVEL=debug tsena serve`,
    )
    .action(async () => {
      const served = await listen(readSettings(process.env));
      collectDefaultMetrics({ register: served.companion.metrics });
      printLine(`listening on ${served.url}`);
      let stopping = false;
      const stop = () => {
        if (stopping) return;
        stopping = true;
        served.stop().then(() => process.exit(0), fail);
      };
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
    });
}
