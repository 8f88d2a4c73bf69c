import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';

/** `--expires-at` for `expiresAt`. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Adds an option for each member of a body: `--expires-at <value>` for `expiresAt`. A boolean takes no value, a number
 * is read as one.
 *
 * @param texts what the members mean
 * @param except the members that are arguments of the command
 */
export function addBodyOptions(
  command: CommandUnknownOpts,
  body: z.ZodMiniType,
  texts: Readonly<Record<string, string>>,
  except: readonly string[],
): void {
  for (const [name, member] of Object.entries(z.toJSONSchema(body, { io: 'input' }).properties ?? {})) {
    if (except.includes(name)) continue;
    const flag = optionOf(name);
    const type = typeof member === 'object' ? member.type : undefined;
    const text = texts[name] ?? '';
    if (type === 'boolean') command.option(flag, text);
    else if (type === 'integer' || type === 'number') command.option(`${flag} <number>`, text, Number);
    else command.option(`${flag} <value>`, text);
  }
}
