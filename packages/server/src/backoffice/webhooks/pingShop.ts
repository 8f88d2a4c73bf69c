import { randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { createSignedPost, type PostAnswer } from '../../core/webhooks/signedPost.ts';
import { sampleWebhook } from './sampleWebhook.ts';

/** Sends one webhook of type `tsena.ping` to the shop's endpoint, past the outbox. */
export function pingShop(settings: Settings, answerWithinMs?: number): Promise<PostAnswer> {
  const at = new Date();
  const id = `msg_${randomBytes(16).toString('base64url')}`;
  const post = createSignedPost(settings, answerWithinMs);
  return post(id, at, JSON.stringify(sampleWebhook('tsena.ping', settings, at.getTime())));
}
