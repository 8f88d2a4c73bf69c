import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import axios from 'axios';
import { Webhook } from 'standardwebhooks';
import type { Settings } from '../../config/settings.ts';
import { webhookSecretFault } from '../../config/signingSecrets.ts';
import { isPublicAddress, literalAddress, PrivateAddress, publicLookup } from './publicAddress.ts';

/** How long an endpoint may take to answer, ms. */
export const ANSWER_WITHIN_MS = 15_000;

/** What an endpoint answered, or why there was no answer. */
export type PostAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'no_answer'; readonly reason: string };

/** Where webhooks go, and how they are signed. */
export type WebhookSettings = Pick<Settings, 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'WEBHOOK_ALLOW_PRIVATE'>;

/** Posts a body to the endpoint under an id, signed at `at`. */
export type SignedPost = (id: string, at: Date, body: string) => Promise<PostAnswer>;

/**
 * Posts webhooks, signed by Standard Webhooks with every secret. It follows no redirect, reads no body of an answer,
 * and refuses private addresses unless they are allowed.
 *
 * @throws TypeError if there is no secret, or one is too short to sign with
 */
export function createSignedPost(settings: WebhookSettings, answerWithinMs = ANSWER_WITHIN_MS): SignedPost {
  // A host app may build its settings without readSettings.
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secrets, WEBHOOK_ALLOW_PRIVATE: allowPrivate } = settings;
  const fault = secrets?.map((secret) => webhookSecretFault(secret.reveal())).find((one) => one !== undefined);
  if (url === null || !secrets?.length || fault !== undefined)
    throw new TypeError(`The webhook secret ${fault ?? 'is missing'}.`);
  const signers = secrets.map((secret) => new Webhook(secret.reveal()));
  const lookup = allowPrivate ? {} : { lookup: publicLookup };
  const client = axios.create({
    httpAgent: new HttpAgent({ keepAlive: true, ...lookup }),
    httpsAgent: new HttpsAgent({ keepAlive: true, ...lookup }),
    maxRedirects: 0,
    proxy: false,
    validateStatus: () => true,
    responseType: 'stream',
    // The body is not read.
    decompress: false,
  });
  const literal = literalAddress(url);
  const isRefused = !allowPrivate && literal !== undefined && !isPublicAddress(literal);

  return async (id, at, body) => {
    if (isRefused) return { kind: 'no_answer', reason: new PrivateAddress().message };
    try {
      const response = await client.post<Readable>(url, body, {
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Tsena-Checkout',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
        },
        signal: AbortSignal.timeout(answerWithinMs),
      });
      // The status is the answer. The body is discarded, and an error of its connection does not count.
      response.data.on('error', () => undefined).destroy();
      const retryAfter: unknown = response.headers['retry-after'];
      return {
        kind: 'answer',
        status: response.status,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      };
    } catch (error) {
      return { kind: 'no_answer', reason: describe(error, answerWithinMs) };
    }
  };
}

function describe(error: unknown, answerWithinMs: number): string {
  if (!axios.isAxiosError(error)) return error instanceof Error ? error.message : String(error);
  return error.code === 'ERR_CANCELED' ? `no answer within ${answerWithinMs / 1000} s` : (error.code ?? error.message);
}
