import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import axios from 'axios';
import { Webhook } from 'standardwebhooks';
import type { Secret } from '../../config/secret.ts';
import type { Settings } from '../../config/settings.ts';
import { webhookSecretFault } from '../../config/signingSecrets.ts';
import { redactPersonalData } from '../../log/redactPersonalData.ts';
import { redactSecrets, type SecretRedaction } from '../../log/redactSecrets.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import { isPublicAddress, literalAddress, PrivateAddress, publicLookup } from './publicAddress.ts';

/** How long an endpoint may take to answer, ms. */
export const ANSWER_WITHIN_MS = 15_000;
/** How long the body of an answer may take, where it is read, ms. */
const BODY_WITHIN_MS = 1000;
/** How much of an answer a person is shown. */
const SHOWN_CHARACTERS = 200;
/** Longer than a phone or card number in any spelling: one that begins within what is shown is read to its end. */
const LONGEST_NUMBER = 64;

/** What an endpoint answered, or why there was no answer. */
export type PostAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** The first 200 characters of the body, without secrets, numbers and e-mail addresses; empty where it is not read. */
      readonly body: string;
    }
  | { readonly kind: 'no_answer'; readonly reason: string };

/** Where webhooks go, and how they are signed. */
export type WebhookSettings = Pick<Settings, 'WEBHOOK_URL' | 'WEBHOOK_SECRET' | 'WEBHOOK_ALLOW_PRIVATE'>;

/** Posts a body to the endpoint under an id, signed at `at`. */
export type SignedPost = (id: string, at: Date, body: string) => Promise<PostAnswer>;

/** What {@link createSignedPost} takes. */
export interface SignedPostOptions {
  /** Redacted in what the endpoint answers: a shop's page of an error shows its environment. */
  readonly secrets: readonly Secret[];
  /** How long the endpoint may take, ms; default: {@link ANSWER_WITHIN_MS}. */
  readonly answerWithinMs?: number | undefined;
  /** Whether the body of an answer is read that accepts the webhook: a delivery does without. */
  readonly readsEveryBody?: boolean;
}

/**
 * Posts webhooks, signed by Standard Webhooks with every secret. It follows no redirect, and refuses private addresses
 * unless they are allowed.
 *
 * @throws TypeError if there is no secret, or one is too short to sign with
 */
export function createSignedPost(
  settings: WebhookSettings,
  { secrets: ownSecrets, answerWithinMs = ANSWER_WITHIN_MS, readsEveryBody = false }: SignedPostOptions,
): SignedPost {
  const redaction = redactSecrets(ownSecrets);
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
    decompress: false,
    headers: { 'Accept-Encoding': 'identity' },
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
      const start = await readStart(response.data, readsEveryBody || !isAccepted(response.status), redaction);
      const retryAfter: unknown = response.headers['retry-after'];
      return {
        kind: 'answer',
        status: response.status,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        body: start,
      };
    } catch (error) {
      return { kind: 'no_answer', reason: describe(error, answerWithinMs) };
    }
  };
}

/** Whether an answer with this status accepts a webhook. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The status is the answer: a body that does not come, or an error of its connection, does not count. */
async function readStart(body: Readable, isWanted: boolean, { whole, start }: SecretRedaction): Promise<string> {
  body.on('error', () => undefined);
  if (!isWanted) {
    body.destroy();
    return '';
  }
  const read = SHOWN_CHARACTERS + LONGEST_NUMBER;
  const hasClosed = new Promise((resolve) => body.once('close', resolve));
  const decoder = new StringDecoder('utf8');
  let text = '';
  body.on('data', (chunk: Buffer) => {
    text += decoder.write(chunk);
    if (text.length > read) body.destroy();
  });
  await waitWithin(hasClosed, BODY_WITHIN_MS);
  const isWhole = body.readableEnded && text.length <= read;
  body.destroy();
  const shown = redactPersonalData(isWhole ? whole(text) : start(text.slice(0, read)));
  return shown.slice(0, SHOWN_CHARACTERS);
}

function describe(error: unknown, answerWithinMs: number): string {
  if (!axios.isAxiosError(error)) return error instanceof Error ? error.message : String(error);
  return error.code === 'ERR_CANCELED' ? `no answer within ${answerWithinMs / 1000} s` : (error.code ?? error.message);
}
