import { once } from 'node:events';
import type { Figures } from '../support/measuredCompanion.ts';
import type { CompanionProcess } from '../support/process.ts';

/** The open resources of a `measuredCompanion` that runs with a message channel; undefined if it has ended. */
export async function readFigures({ child, ended }: CompanionProcess): Promise<Figures | undefined> {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  child.send('figures');
  const [figures] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])]);
  return figures;
}
