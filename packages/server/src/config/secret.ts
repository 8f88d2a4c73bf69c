import { inspect } from 'node:util';

const MASK = '[secret]';

/** A value that prints as `[secret]` in logs, errors and JSON; only `reveal()` returns it. */
export class Secret {
  readonly #value: string;

  /** @param value the secret text */
  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value. Call it only where the value is used. */
  reveal(): string {
    return this.#value;
  }

  /** Returns `[secret]`. */
  toString(): string {
    return MASK;
  }

  /** Returns `[secret]`. */
  toJSON(): string {
    return MASK;
  }

  /** Returns `[secret]`, for `console.log`. */
  [inspect.custom](): string {
    return MASK;
  }
}
