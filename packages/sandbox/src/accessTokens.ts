import { randomBytes } from 'node:crypto';
import type { Settings } from './options.ts';

interface Grant {
  readonly consumerKey: string;
  readonly scope: string;
  readonly expiresAtMs: number;
}

const MAX_TOKENS = 10_000;

/** The access tokens that the service issued (sections 2.1 and 5). */
export class AccessTokens {
  readonly #settings: Settings;
  readonly #grants = new Map<string, Grant>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Issues a token. In the live dialect, the new token revokes the previous one of the same Consumer Key and scope. */
  issue(consumerKey: string, scope: string): string {
    if (this.#settings.dialect === 'live') {
      for (const [token, grant] of this.#grants) {
        if (grant.consumerKey === consumerKey && grant.scope === scope) this.#grants.delete(token);
      }
    }
    // Tokens expire in the order in which they were issued, so the expired ones come first.
    for (const [token, grant] of this.#grants) {
      if (this.#isValid(grant) && this.#grants.size < MAX_TOKENS) break;
      this.#grants.delete(token);
    }
    const token = randomBytes(24).toString('base64url');
    this.#grants.set(token, { consumerKey, scope, expiresAtMs: this.#settings.now() + this.#settings.tokenSeconds * 1000 });
    return token;
  }

  /** The scope of a token, or undefined if the token is not valid. */
  findScope(token: string): string | undefined {
    const grant = this.#grants.get(token);
    return grant !== undefined && this.#isValid(grant) ? grant.scope : undefined;
  }

  /** Revokes every token issued so far. */
  revokeAll(): void {
    this.#grants.clear();
  }

  #isValid(grant: Grant): boolean {
    return this.#settings.now() < grant.expiresAtMs;
  }
}
