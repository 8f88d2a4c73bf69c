import type { Webhook, WebhookType } from '@tsena/shared/merchant';
import type { Settings } from '../../config/settings.ts';
import { newId } from '../../core/storage/storage.ts';
import { createSignedPost, type PostAnswer } from '../../core/webhooks/signedPost.ts';
import { secretsOf } from '../../log/log.ts';
import { sampleWebhook } from './sampleWebhook.ts';

/** Sends one webhook of type `tsena.ping` to the shop's endpoint, past the outbox. */
export function pingShop(settings: Settings, answerWithinMs?: number): Promise<PostAnswer> {
  const at = new Date();
  const post = createSignedPost(settings, { secrets: secretsOf(settings), answerWithinMs });
  return post(newId('msg'), at, JSON.stringify(sampleWebhook('tsena.ping', settings, at.getTime())));
}

/** What the shop's endpoint answered to a sample. */
export interface SampleAnswer {
  readonly id: string;
  readonly type: WebhookType;
  /** Null without an answer. */
  readonly status: number | null;
  readonly ms: number;
  /** The first 200 characters of the body, without numbers, e-mail addresses and secrets; null without an answer. */
  readonly body: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** Sends a sample to the shop's endpoint, past the outbox, and waits for the answer. */
export async function sendSample(settings: Settings, sample: Webhook): Promise<SampleAnswer> {
  const at = new Date();
  const id = newId('msg');
  const post = createSignedPost(settings, { secrets: secretsOf(settings), readsEveryBody: true });
  const answer = await post(id, at, JSON.stringify(sample));
  const sent = { id, type: sample.type, ms: Date.now() - at.getTime() };
  return answer.kind === 'answer'
    ? { ...sent, status: answer.status, body: answer.body, error: null }
    : { ...sent, status: null, body: null, error: answer.reason };
}
