import { setTimeout as sleep } from 'node:timers/promises';
import { storedWebhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Secret } from '../../../config/secret.ts';
import { createSignedPost, type PostAnswer } from '../../../core/webhooks/signedPost.ts';

const RETRY_AFTER_MS = 1000;

/** What {@link createForwarder} takes. */
export interface ForwarderOptions {
  readonly forwardTo: string;
  readonly secret: Secret;
  /** The types to forward; undefined: all. */
  readonly types: ReadonlySet<string> | undefined;
  /** Shows the bodies. */
  readonly isVerbose: boolean;
  readonly signal: AbortSignal;
  print(line: string): void;
}

/** Forwards events as the companion delivers them, and writes a line for each. */
export function createForwarder({ forwardTo, secret, types, isVerbose, signal, print }: ForwarderOptions) {
  const settings = { WEBHOOK_URL: forwardTo, WEBHOOK_SECRET: [secret], WEBHOOK_ALLOW_PRIVATE: true };
  const post = createSignedPost(settings, { secrets: [secret] });

  /** Waits for a handler that does not run yet. A handler that has received the event gets it once. */
  async function postOnceThere(id: string, body: string): Promise<PostAnswer> {
    let isWaiting = false;
    for (;;) {
      const answer = await post(id, new Date(), body);
      if (answer.kind === 'answer' || answer.reason !== 'ECONNREFUSED' || signal.aborted) return answer;
      if (!isWaiting) print(`Nothing listens at ${forwardTo} yet. Waiting.`);
      isWaiting = true;
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  return async (id: string, body: string): Promise<void> => {
    const { type, data } = z.parse(storedWebhookSchema, JSON.parse(body));
    if (types !== undefined && !types.has(type)) return;
    const begun = Date.now();
    const answer = await postOnceThere(id, body);
    const what = answer.kind === 'answer' ? String(answer.status) : answer.reason;
    print(
      [new Date(begun).toTimeString().slice(0, 8), type, data.order, id, what, `${Date.now() - begun} ms`].join('  '),
    );
    if (isVerbose) print(JSON.stringify(JSON.parse(body), null, 2));
  };
}
