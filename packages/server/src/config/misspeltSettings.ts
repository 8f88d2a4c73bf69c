import countDifferences from 'damerau-levenshtein';
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

const KNOWN = SETTINGS.flatMap((setting) =>
  canComeFromFile(setting) ? [setting.name, `${setting.name}_FILE`] : [setting.name],
);
const COMPARED = KNOWN.filter((name) => name.length >= MIN_CHARACTERS);

/**
 * Finds the variables that are not settings, and whose names differ from a setting's name by one or a few characters.
 */
export function findMisspelt(env: EnvironmentVariables): readonly MisspeltSetting[] {
  const others = Object.keys(env).filter((name) => env[name] !== undefined && !KNOWN.includes(name));
  return others.flatMap((name) => {
    const near = COMPARED.map((nearest) => ({
      nearest,
      differences: countDifferences(name.toUpperCase(), nearest).steps,
    }))
      .filter(({ nearest, differences }) => differences <= Math.floor(nearest.length / CHARACTERS_PER_DIFFERENCE))
      .toSorted((one, other) => one.differences - other.differences);
    return near.slice(0, 1).map(({ nearest }) => ({ name, nearest }));
  });
}
