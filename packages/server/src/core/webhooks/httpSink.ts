import type { Settings } from '../../config/settings.ts';
import { secretsOf } from '../../log/log.ts';
import { createSignedPost, isAccepted, type SignedPost } from './signedPost.ts';
import type { Sink } from './sink.ts';

function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/.test(header)
    ? Number(header) * 1000
    : /^[a-z]{3},/i.test(header)
      ? Date.parse(header) - now
      : Number.NaN;
  return ms > 0 ? ms : null;
}

/**
 * Posts webhooks to the endpoint that is set at that moment. Only a 2xx counts as delivered; 410 ends the delivery
 * attempts.
 *
 * @param wall ms since 1970, for the signature's timestamp and for Retry-After
 */
export function httpSink(current: () => Settings, wall: () => number = Date.now): Sink {
  let made: { readonly settings: Settings; readonly post: SignedPost } | undefined;
  return async (webhook) => {
    const settings = current();
    if (settings.WEBHOOK_URL === null)
      return { kind: 'failed', error: 'no webhook address is set', retryAfterMs: null, answer: null };
    // Kept for its connections.
    if (made?.settings !== settings)
      made = { settings, post: createSignedPost(settings, { secrets: secretsOf(settings) }) };
    // The receiver compares the timestamp with its own wall clock.
    const at = new Date(wall());
    const answer = await made.post(webhook.id, at, webhook.payload);
    if (answer.kind === 'no_answer') return { kind: 'failed', error: answer.reason, retryAfterMs: null, answer: null };
    const { status, body } = answer;
    if (isAccepted(status)) return { kind: 'delivered' };
    const error = `the endpoint answered ${status}`;
    return status === 410
      ? { kind: 'gone', error, answer: { status, body } }
      : {
          kind: 'failed',
          error,
          retryAfterMs: retryAfterOf(answer.retryAfter, at.getTime()),
          answer: { status, body },
        };
  };
}
