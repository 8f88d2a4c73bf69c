import { Memo } from './memo.ts';
import { Parts } from './parts.ts';
import { brokenIn } from './promises.ts';
import { readBounds } from './readBounds.ts';
import type { Rules } from './steps/event.ts';
import { stepsFrom } from './steps/stepsFrom.ts';
import { firstWorld } from './world.ts';

/**
 * Goes one path of the search: a violation prints the call that repeats its path.
 *
 * @param words the bounds of the search
 * @param names the steps of the path
 * @returns what is violated first; undefined if all holds. Throws if a step cannot happen
 */
export function play(words: string, names: readonly string[]): string | undefined {
  const bounds = readBounds(words.split(' '));
  const parts = new Parts();
  const rules: Rules = { bounds, memo: new Memo(), shared: (rows) => parts.sharedRows(rows), events: new Set() };
  let world = firstWorld(bounds);
  for (const name of names) {
    const possible = stepsFrom(world, rules);
    const step = possible.find((one) => one.name === name);
    if (step === undefined)
      throw new Error(`This cannot happen here: ${name}. What can:\n${possible.map((one) => one.name).join('\n')}`);
    world = step.world;
    const broken = step.broken ?? brokenIn(world);
    if (broken !== undefined) return broken;
  }
  return undefined;
}
