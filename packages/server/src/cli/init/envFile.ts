import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parse } from 'dotenv';
import type { SettingDescription } from '../../config/settingsSchema.ts';
import { CommandError } from '../kit/output.ts';
import { initText } from './initText.ts';

/** The settings of a `.env`, by name. */
export type EnvValues = Readonly<Record<string, string>>;

const PRIVATE = 0o600;
const NEEDS_NO_QUOTES = /^[\w./:@,+=-]*$/;
const QUOTES = ["'", '"', '`'] as const;

/**
 * The text of a `.env`, which a program reads as exactly these values.
 *
 * @throws CommandError if a value cannot be written
 */
export function writeEnvText(values: EnvValues, settings: readonly SettingDescription[]): string {
  const lines = [
    '# Settings of the Tsena Checkout companion. docs/configuration.md explains them. Keep this file secret.',
  ];
  for (const { name, meaning } of settings) {
    for (const variable of [name, `${name}_FILE`]) {
      const value = values[variable];
      if (value !== undefined)
        lines.push('', `# ${meaning.en.replaceAll('`', '')}`, `${variable}=${quote(variable, value)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function quote(name: string, value: string): string {
  if (NEEDS_NO_QUOTES.test(value)) return value;
  const written = QUOTES.map((mark) => `${mark}${value}${mark}`).find((text) => parse(`X=${text}`).X === value);
  if (written === undefined) throw new CommandError(initText('unwritable', { name }));
  return written;
}

/**
 * Writes a file that only its owner can read, durably. A crash leaves the former file or the new one.
 *
 * @param replace whether a present file is replaced; its copy stays beside it
 * @returns the path of that copy; null if there was no file
 * @throws CommandError if the file is present and must not be replaced
 */
export function writeEnvFile(path: string, text: string, replace: boolean): string | null {
  const isPresent = existsSync(path);
  if (isPresent && !replace) throw new CommandError(alreadyThere(path));
  const prepared = `${path}.new-${process.pid}`;
  try {
    writeFileSync(prepared, text, { flag: 'wx', mode: PRIVATE, flush: true });
    if (isPresent) return replaceFile(path, prepared);
    // Unlike a rename, a link never replaces a file that another process has written meanwhile.
    linkSync(prepared, path);
    return null;
  } finally {
    rmSync(prepared, { force: true });
  }
}

function replaceFile(path: string, prepared: string): string {
  const copy = `${path}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  copyFileSync(path, copy);
  chmodSync(copy, PRIVATE);
  renameSync(prepared, path);
  return copy;
}

/** Says that a file is there and was not changed. */
export function alreadyThere(path: string): string {
  return initText('exists', { file: path });
}
