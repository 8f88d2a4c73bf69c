import type { EnvironmentVariables } from './environment.ts';
import { canComeFromFile, SETTINGS } from './settingsSchema.ts';

/** A variable that is probably meant as a setting. */
export interface MisspeltSetting {
  readonly name: string;
  /** The setting whose name is nearest. */
  readonly nearest: string;
}

/** Shorter names, such as HOST and PORT, are near too many variables of other programs. */
const MIN_CHARACTERS = 8;
/** One difference for each of this many characters. */
const CHARACTERS_PER_DIFFERENCE = 6;

const KNOWN = SETTINGS.flatMap((setting) => (canComeFromFile(setting) ? [setting.name, `${setting.name}_FILE`] : [setting.name]));
const COMPARED = KNOWN.filter((name) => name.length >= MIN_CHARACTERS);

/** Finds the variables that are not settings, and whose names differ from a setting's name by one or a few characters. */
export function findMisspelt(env: EnvironmentVariables): readonly MisspeltSetting[] {
  const others = Object.keys(env).filter((name) => env[name] !== undefined && !KNOWN.includes(name));
  return others.flatMap((name) => {
    const near = COMPARED.map((nearest) => ({ nearest, differences: countDifferences(name.toUpperCase(), nearest) }))
      .filter(({ nearest, differences }) => differences <= Math.floor(nearest.length / CHARACTERS_PER_DIFFERENCE))
      .toSorted((one, other) => one.differences - other.differences);
    return near.slice(0, 1).map(({ nearest }) => ({ name, nearest }));
  });
}

/** The number of inserted, missing, replaced and swapped characters between two words (optimal string alignment). */
function countDifferences(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[other.length] ?? 0;
}
