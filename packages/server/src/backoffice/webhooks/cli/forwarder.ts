import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { CommandError, writeOneLine } from '../../../cli/kit/output.ts';
import type { Secret } from '../../../config/secret.ts';
import { createSignedPost, type PostAnswer } from '../../../core/webhooks/signedPost.ts';
import { parseJson } from '../../../input/parseJson.ts';

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

/** What is shown of an event. The handler checks the rest of it. */
const eventSchema = z.object({ type: z.string(), data: z.object({ order: z.string() }) });

type Answer = Extract<PostAnswer, { readonly kind: 'answer' }>;

/**
 * Forwards events as the companion delivers them, and writes a line for each. An event is forwarded once the handler has
 * answered; before that, an aborted signal makes the promise reject. One that is no event makes it reject with a
 * CommandError.
 */
export function createForwarder({ forwardTo, secret, types, isVerbose, signal, print }: ForwarderOptions) {
  const settings = { WEBHOOK_URL: forwardTo, WEBHOOK_SECRET: [secret], WEBHOOK_ALLOW_PRIVATE: true };
  const post = createSignedPost(settings, { secrets: [secret] });

  /** Posts until the handler answers, whatever its answer is. Rejects if the signal is aborted before. */
  async function postUntilAnswered(id: string, body: string): Promise<Answer> {
    let shown: string | undefined;
    for (;;) {
      const answer = await post(id, new Date(), body);
      if (answer.kind === 'answer') return answer;
      const why =
        answer.reason === 'ECONNREFUSED'
          ? `Nothing listens at ${forwardTo} yet. Waiting.`
          : `No answer from ${forwardTo} (${answer.reason}). The event is sent again.`;
      if (shown !== why) print(why);
      shown = why;
      await sleep(RETRY_AFTER_MS, undefined, { signal });
    }
  }

  return async (id: string, body: string): Promise<void> => {
    const { type, data } = readEvent(id, body);
    if (types !== undefined && !types.has(type)) return;
    const begun = Date.now();
    const { status } = await postUntilAnswered(id, body);
    const cells = [new Date(begun).toTimeString().slice(0, 8), type, data.order, id, status];
    print(writeOneLine([...cells, `${Date.now() - begun} ms`].join('  ')));
    if (isVerbose) print(JSON.stringify(JSON.parse(body), null, 2));
  };
}

function readEvent(id: string, body: string): z.infer<typeof eventSchema> {
  const read = z.safeParse(eventSchema, parseJson(body));
  if (read.success) return read.data;
  throw new CommandError(
    `What the companion sent as ${id} is no webhook event, and was not forwarded. To pass it over: --since ${id}`,
  );
}
