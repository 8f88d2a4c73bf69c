import { once } from 'node:events';
import type { CompanionProcess } from '../support/process.ts';
import type { Figures } from '../support/testedCompanion.ts';

/** The open resources of a `testedCompanion` that runs with a message channel; undefined if it has ended. */
export async function readFigures({ child, ended, hasEnded }: CompanionProcess): Promise<Figures | undefined> {
  if (hasEnded()) return undefined;
  child.send('figures');
  const [figures] = await Promise.race([once(child, 'message'), ended.then(() => [undefined])]);
  return figures;
}
