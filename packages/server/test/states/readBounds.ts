import { type Bounds, NOTHING_NEW } from './world.ts';

const FLAGS = ['isPostgres', 'isStatusAway', 'areDetailsAway', 'isIdMissing', 'arePromptsShort'] as const;

/** Reads `payments=2 workers=1 lostAnswers=1 isStatusAway`. Throws a sentence if a word is none of a bound. */
export function readBounds(words: readonly string[]): Bounds {
  let bounds: Bounds = { payments: 1, workers: 1 };
  for (const word of words) {
    const [name = '', value] = word.split('=');
    const isFlag = FLAGS.some((flag) => flag === name);
    if (!isFlag && !Object.hasOwn({ payments: 1, workers: 1, ...NOTHING_NEW }, name))
      throw new Error(`There is no bound named ${name}.`);
    bounds = { ...bounds, [name]: isFlag ? true : Number(value) };
  }
  return bounds;
}

/** The same words. */
export function writeBounds(bounds: Bounds): string {
  return Object.entries(bounds)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(' ');
}
