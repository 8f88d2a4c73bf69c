import { randomBytes, randomUUID } from 'node:crypto';
import type { Environment } from '../views/views.ts';
import type { Settings } from './options.ts';

/** What a token permits. */
export interface Grant {
  readonly environment: Environment;
  readonly consumerKey: string;
  readonly scopes: readonly string[];
  /** In ms since 1970. */
  readonly expiresAt: number;
}

const MAX_TOKENS = 10_000;
const SIGNATURE_BYTES = 256;

/** The access tokens that the service issued (sections 2.1 and 5). */
export class AccessTokens {
  readonly #settings: Settings;
  readonly #grants = new Map<string, Grant>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Issues a token. In the live dialect, it is shaped like a JWT, and it revokes the previous token of the same
   * Consumer Key and scopes.
   */
  issue({ environment, consumerKey, scopes }: Omit<Grant, 'expiresAt'>): string {
    if (this.#settings.dialect === 'live')
      this.#revokeWhere((grant) => grant.consumerKey === consumerKey && hasSameScopes(grant.scopes, scopes));
    // Tokens expire in the order in which they were issued, so the expired ones come first.
    for (const [token, grant] of this.#grants) {
      if (this.#isValid(grant) && this.#grants.size < MAX_TOKENS) break;
      this.#grants.delete(token);
    }
    const grant = {
      environment,
      consumerKey,
      scopes,
      expiresAt: this.#settings.now() + this.#settings.tokenSeconds * 1000,
    };
    const token = this.#settings.dialect === 'live' ? this.#buildJwt(grant) : randomBytes(24).toString('base64url');
    this.#grants.set(token, grant);
    return token;
  }

  /** The grant of a token, or undefined if the token is not valid. */
  find(token: string): Grant | undefined {
    const grant = this.#grants.get(token);
    return grant !== undefined && this.#isValid(grant) ? grant : undefined;
  }

  /** Revokes every token issued so far. */
  revokeAll(): void {
    this.#grants.clear();
  }

  /** Revokes the tokens of a Consumer Key. */
  revokeKey(consumerKey: string): void {
    this.#revokeWhere((grant) => grant.consumerKey === consumerKey);
  }

  #revokeWhere(isRevoked: (grant: Grant) => boolean): void {
    for (const [token, grant] of this.#grants) if (isRevoked(grant)) this.#grants.delete(token);
  }

  #isValid(grant: Grant): boolean {
    return this.#settings.now() < grant.expiresAt;
  }

  /**
   * Builds a text with the shape and the length of the real service's tokens. Nobody can verify its signature, which is
   * random.
   */
  #buildJwt({ consumerKey, scopes, expiresAt }: Grant): string {
    const issuedAtSeconds = Math.floor(this.#settings.now() / 1000);
    const header = { typ: 'at+jwt', alg: 'RS256', kid: 'sandbox' };
    const payload = {
      sub: 'sandbox',
      aut: 'APPLICATION',
      iss: 'https://sandbox.invalid/oauth2/token',
      aud: consumerKey,
      azp: consumerKey,
      scope: scopes.join(' '),
      nbf: issuedAtSeconds,
      iat: issuedAtSeconds,
      exp: Math.floor(expiresAt / 1000),
      jti: randomUUID(),
    };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    return `${encode(header)}.${encode(payload)}.${randomBytes(SIGNATURE_BYTES).toString('base64url')}`;
  }
}

function hasSameScopes(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join(' ') === other.toSorted().join(' ');
}
