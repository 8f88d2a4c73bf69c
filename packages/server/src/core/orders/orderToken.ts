import { webcrypto } from 'node:crypto';
import type { FieldError } from '@tsena/shared';
import { type OrderClaims, orderClaimsSchema } from '@tsena/shared/checkout';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Secret } from '../../config/secret.ts';
import { orderTokenSecretFault } from '../../config/signingSecrets.ts';
import type { Clock } from '../../time/clock.ts';

/** The result of verifying an order token. `errors` name claims by JSON pointer. */
export type OrderTokenResult =
  | { readonly ok: true; readonly claims: OrderClaims }
  | {
      readonly ok: false;
      readonly code: 'order_token_missing' | 'order_token_invalid' | 'order_token_expired' | 'order_token_claims';
      readonly errors: FieldError[];
    };

/** The claims that a shop writes, without `exp`. */
export type OrderClaimsInput = Omit<z.input<typeof orderClaimsSchema>, 'exp'>;

/** Verifies and signs order tokens. */
export interface OrderTokens {
  /** Does not throw, whatever the token. */
  verify(token: string | undefined): Promise<OrderTokenResult>;
  /**
   * Signs with the first secret, as a shop's backend does.
   *
   * @throws TypeError that names the invalid claims
   * @example await tokens.mint({ sub: 'ORDER-1', amount: '25000' }, 900)
   */
  mint(claims: OrderClaimsInput, expiresInSeconds: number): Promise<string>;
}

/** As in the body of `POST /v1/payments`. */
const MAX_TOKEN_CHARACTERS = 4_096;
const CLOCK_TOLERANCE_SECONDS = 5;

const EXPECTED: Readonly<Record<string, string>> = {
  sub: 'must be the order reference, a string of 1 to 50 characters, none invisible, that does not begin with LNK- or CTR-',
  amount: 'must be a string of digits, whole Ariary, at least 100: "25000"',
  exp: 'must be the time of expiry, a number of seconds since 1970',
  nbf: 'is in the future',
  currency: 'must be "MGA" (ISO 4217), or left out',
  description: 'must be a string of at most 50 characters, none invisible',
  returnUrl:
    'must be an address of at most 2000 characters, without user and password: https in production, http or https in the sandbox',
  originalTransactionReference: 'must have at most 50 letters, digits, spaces and - . _ ,',
  foreignCurrency: 'must be a currency code of three capital letters: "EUR"',
  foreignAmount: 'must be a string of digits with at most two decimals: "5.40"',
};

function fieldError(claim: string): FieldError {
  return { pointer: `/${claim}`, detail: EXPECTED[claim] ?? 'is not as documented' };
}

function readClaims(payload: unknown, isProduction: boolean): OrderTokenResult {
  const read = z.safeParse(orderClaimsSchema, payload);
  if (read.success) {
    const isSafe = !isProduction || read.data.returnUrl === undefined || /^https:/i.test(read.data.returnUrl);
    return isSafe
      ? { ok: true, claims: read.data }
      : { ok: false, code: 'order_token_claims', errors: [fieldError('returnUrl')] };
  }
  const claims = new Set(read.error.issues.map((issue) => String(issue.path[0] ?? '')));
  return { ok: false, code: 'order_token_claims', errors: [...claims].map(fieldError) };
}

function refusal(error: unknown): OrderTokenResult {
  if (error instanceof errors.JWTExpired) {
    return { ok: false, code: 'order_token_expired', errors: [{ pointer: '/exp', detail: 'has passed' }] };
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return { ok: false, code: 'order_token_claims', errors: [fieldError(error.claim)] };
  }
  return { ok: false, code: 'order_token_invalid', errors: [] };
}

/**
 * @param secrets one, or several during a rotation: `mint` uses the first, `verify` accepts any
 * @param isProduction whether `returnUrl` must be https
 * @throws TypeError without a secret, or with one that is too short
 */
export function createOrderTokens(secrets: readonly Secret[], clock: Clock, isProduction = false): OrderTokens {
  const fault = secrets.map((secret) => orderTokenSecretFault(secret.reveal())).find((one) => one !== undefined);
  if (fault !== undefined) throw new TypeError(`The order-token secret ${fault}.`);
  // Imported once: jose imports anything else again for each token.
  const keys = secrets.map((secret) => {
    const bytes = new TextEncoder().encode(secret.reveal());
    return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  });
  const [signingKey] = keys;
  if (signingKey === undefined) throw new TypeError('createOrderTokens needs a secret.');

  return {
    async verify(token) {
      if (token === undefined || token === '') return { ok: false, code: 'order_token_missing', errors: [] };
      if (token.length > MAX_TOKEN_CHARACTERS) return { ok: false, code: 'order_token_invalid', errors: [] };
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, await key, {
            algorithms: ['HS256'],
            currentDate: new Date(clock.now()),
            clockTolerance: CLOCK_TOLERANCE_SECONDS,
          });
          return readClaims(payload, isProduction);
        } catch (error) {
          if (!(error instanceof errors.JWSSignatureVerificationFailed)) return refusal(error);
        }
      }
      return { ok: false, code: 'order_token_invalid', errors: [] };
    },

    async mint(claims, expiresInSeconds) {
      const issuedAt = Math.floor(clock.now() / 1000);
      const payload = { ...claims, iat: issuedAt, exp: issuedAt + expiresInSeconds };
      const reading = readClaims(payload, isProduction);
      if (!reading.ok)
        throw new TypeError(reading.errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}.`).join(' '));
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(await signingKey);
    },
  };
}
