import { readFileSync } from 'node:fs';
import { Secret } from './secret.ts';

/** Environment variables, or the variables of a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one and collects the mistakes; the caller throws them together. */
export class SettingReader {
  readonly mistakes: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** Records a mistake: what is wrong, and a correct example. */
  wrong(name: string, what: string, example: string): undefined {
    this.mistakes.push(`${name} ${what}. Example: ${name}=${example}`);
    return undefined;
  }

  /** The value, trimmed; undefined if it is missing or empty. */
  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The value; a mistake if it is missing. */
  required(name: string, example: string): string | undefined {
    return this.text(name) ?? this.wrong(name, 'is not set', example);
  }

  /** A secret's text from NAME, or from the file that NAME_FILE names, trimmed. */
  secretText(name: string, example: string): string | undefined {
    const value = this.text(name);
    const file = this.text(`${name}_FILE`);
    if (file === undefined) return value;
    if (value !== undefined) return this.wrong(name, `and ${name}_FILE are both set. Remove one of them`, example);
    try {
      const content = readFileSync(file, 'utf8').trim();
      return content === '' ? this.wrong(`${name}_FILE`, 'names an empty file', `/run/secrets/${name.toLowerCase()}`) : content;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      return this.wrong(`${name}_FILE`, `names a file that cannot be read (${code})`, `/run/secrets/${name.toLowerCase()}`);
    }
  }

  /** The comma-separated secrets of a setting. `fault` checks each one and says what is wrong, without the value. */
  secrets(name: string, example: string, fault: (secret: string) => string | undefined): readonly Secret[] {
    const text = this.secretText(name, example);
    const parts = list(text);
    if (text !== undefined && parts.length === 0) this.wrong(name, 'contains only commas and no secret', example);
    for (const [index, part] of parts.entries()) {
      const what = fault(part);
      if (what !== undefined) this.wrong(name, parts.length > 1 ? `contains a secret (number ${index + 1}) that ${what}` : what, example);
    }
    return parts.map((part) => new Secret(part));
  }

  /** One secret. */
  secret(name: string, example: string, fault: (secret: string) => string | undefined): Secret | undefined {
    const value = this.secretText(name, example);
    if (value === undefined) return undefined;
    const what = fault(value);
    return what === undefined ? new Secret(value) : this.wrong(name, what, example);
  }

  /** A whole number within bounds. */
  whole(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.wrong(name, `must be a whole number from ${min} to ${max}. It is "${value}"`, String(fallback));
    return fallback;
  }

  /** One of the given words, in any letter case. */
  oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const word = words.find((one) => one.toLowerCase() === value.toLowerCase());
    if (word !== undefined) return word;
    this.wrong(name, `must be one of ${words.join(', ')}. It is "${value}"`, fallback);
    return fallback;
  }

  /** A switch: `1`, `true`, `on`, `yes`, or `0`, `false`, `off`, `no`. */
  flag(name: string): boolean {
    return ['1', 'true', 'on', 'yes'].includes(this.oneOf(name, ['0', '1', 'false', 'true', 'off', 'on', 'no', 'yes'], '0'));
  }

  /** An http or https address without query or credentials; a trailing slash is removed. */
  address(name: string, example: string, httpsOnly: boolean): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      return this.wrong(name, 'is not an http or https address', example);
    }
    if (url.username !== '' || url.password !== '') return this.wrong(name, 'contains a user name or password. Remove it', example);
    if (url.search !== '' || url.hash !== '') return this.wrong(name, 'has a query or fragment. Remove it', example);
    if (httpsOnly && url.protocol !== 'https:') return this.wrong(name, 'must be https in production', example);
    return url.href.replace(/(?<!\/)\/+$/, '');
  }
}

/** The parts of a comma-separated list, trimmed, without empty parts. */
export function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
