import { runSeeds } from './simulate.ts';
import type { Batch } from './simulateInProcesses.ts';

/** A process of {@link runSimulation}: runs the seeds that it is sent, and answers with their report. */
process.on('message', (batch: Batch) => {
  runSeeds(batch).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
