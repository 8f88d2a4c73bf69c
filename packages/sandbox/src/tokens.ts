import { randomBytes } from 'node:crypto';
import type { Settings } from './options.ts';

interface Grant {
  readonly key: string;
  readonly scope: string;
  readonly expiresAt: number;
}

const MAX_TOKENS = 10_000;

/** The access tokens that were issued (sections 2.1 and 5). */
export class Tokens {
  readonly #settings: Settings;
  readonly #grants = new Map<string, Grant>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Issues a token. In the live dialect it revokes the one before for the same key and scope. */
  issue(key: string, scope: string): string {
    if (this.#settings.dialect === 'live') {
      for (const [token, grant] of this.#grants) if (grant.key === key && grant.scope === scope) this.#grants.delete(token);
    }
    // Tokens expire in the order of their issue, so what is dead stands in front.
    for (const [token, grant] of this.#grants) {
      if (this.#isLive(grant) && this.#grants.size < MAX_TOKENS) break;
      this.#grants.delete(token);
    }
    const token = randomBytes(24).toString('base64url');
    this.#grants.set(token, { key, scope, expiresAt: this.#settings.now() + this.#settings.tokenSeconds * 1000 });
    return token;
  }

  /** The scope of a valid token, else undefined. */
  scopeOf(token: string): string | undefined {
    const grant = this.#grants.get(token);
    return grant !== undefined && this.#isLive(grant) ? grant.scope : undefined;
  }

  /** Invalidates every token issued so far. */
  revokeAll(): void {
    this.#grants.clear();
  }

  #isLive(grant: Grant): boolean {
    return this.#settings.now() < grant.expiresAt;
  }
}
