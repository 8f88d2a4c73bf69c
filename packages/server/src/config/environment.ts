/** EnvironmentVariables variables, or the variables of a `.env` file. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The text of a variable, trimmed; undefined if it is missing or empty. */
export function readVariable(env: EnvironmentVariables, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}
