import { createHash } from 'node:crypto';

/** More than the companion has. Only lists of another length make new ones. */
const MAX_NAMES = 500;
/** Only a long list has more. Each of its lengths would take up to a megabyte of every connection's server process. */
const MAX_PARAMETERS = 100;

/**
 * The names under which the connections of a pool prepare their statements: PostgreSQL plans a named one once, and not
 * at each use.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  #isGivenUp = false;

  /**
   * The name of a statement; undefined if it is not to be prepared. It follows from the text: behind a pooler, a client
   * can meet what another one has prepared.
   */
  nameOf(sql: string, parameters: readonly unknown[]): string | undefined {
    // Without parameters it may consist of several statements, and those cannot be prepared.
    if (this.#isGivenUp || parameters.length === 0 || parameters.length > MAX_PARAMETERS) return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const name = createHash('sha256').update(sql).digest('base64url');
    this.#names.set(sql, name);
    return name;
  }

  /** Prepares nothing from now on. */
  giveUp(): void {
    this.#isGivenUp = true;
  }
}
