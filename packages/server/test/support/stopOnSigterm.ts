import type { Served } from '../../src/main.ts';

/** Ends the process on SIGTERM when the companion has stopped, with 0, or with 1 and the error on standard error. */
export function stopOnSigterm(served: Served): void {
  process.on('SIGTERM', () => {
    served.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
