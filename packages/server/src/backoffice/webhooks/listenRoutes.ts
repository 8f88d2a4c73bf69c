import { listenQuerySchema } from '@tsena/shared/merchant';
import { type EventPlace, findPlace, type ListenedEvent, readEventsBehind } from '../../core/storage/webhookEvents.ts';
import { callerOf } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute, onceFor } from '../../http/kit/route.ts';
import { STREAM_HEADERS, type Stream } from '../../http/kit/streams/serverSentEvents.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordListReading } from '../shared/listReadings.ts';

/** Each read takes at most 50 events: 100 a second. */
const READ_EVERY_MS = 500;
const EVENTS_PER_READ = 50;
/** The reader connects again and shows its key again: after a revocation, it reads no longer than this. */
const MAX_AGE_MS = 60_000;
const MAX_STREAMS_PER_KEY = 5;

/** What the stream of webhook events works with. The times are of tests. */
export type ListenContext = Pick<HttpContext, 'storage' | 'streams' | 'stopping' | 'log'> & {
  readonly readEveryMs?: number;
  readonly maxAgeMs?: number;
};

/** How many streams each key has open, at this instance. */
const openStreams = onceFor<ListenContext, Map<string, number>>(() => new Map());

/** `/v1/merchant/webhooks/events`: what a developer's machine reads, beside the deliveries to the shop's endpoint. */
export const listenRoutes = {
  /**
   * Stream the webhook events.
   *
   * Server-Sent Events: `id` is the `webhook-id`, `event` is `webhook`, `data` the body as it is delivered. Each event
   * comes once, in an order that stays, beginning behind the event `since`; `since=start` begins with the first, and
   * without `since` only new ones come. The first message has no data: its `id` is the place where the stream begins.
   * Read on behind the last `id`. The events are the same without a `WEBHOOK_URL`, and the deliveries to it go on. The
   * stream ends after one minute at the latest: connect again. A revoked key reads no longer than that. Of older
   * events, at most 100 come in a second. A key has at most five streams at one instance.
   */
  followWebhookEvents: defineRoute('GET /v1/merchant/webhooks/events', {
    scope: 'read',
    query: listenQuerySchema,
    answers: { 200: { text: 'The stream', type: 'text/event-stream' } },
    problems: ['event_unknown', 'too_many_streams'],
    async handle(context: ListenContext, { request, response, query }) {
      const place = await findPlace(context.storage, query.since);
      if (place === undefined) throw new ProblemError('event_unknown');
      if (request.method === 'HEAD') {
        response.writeHead(200, STREAM_HEADERS).end();
        return;
      }
      const caller = callerOf(response);
      await recordListReading(context.storage, caller, 'webhooks', query.since);
      const key = caller.keyId ?? caller.name;
      const open = openStreams(context);
      const count = open.get(key) ?? 0;
      if (count >= MAX_STREAMS_PER_KEY) throw new ProblemError('too_many_streams');
      const stream = context.streams.create(request, response);
      if (stream === undefined) return;
      open.set(key, count + 1);
      stream.onEnd(() => open.set(key, (open.get(key) ?? 1) - 1));
      follow(context, stream, place);
    },
  }),
};

/** Sends the place where the stream begins, then the events behind it, until the stream ends. */
function follow({ storage, stopping, log, ...times }: ListenContext, stream: Stream, place: EventPlace): void {
  let passed = place.number;
  let next: NodeJS.Timeout | undefined;
  const age = setTimeout(() => stream.end(), times.maxAgeMs ?? MAX_AGE_MS);
  stream.onEnd(() => {
    clearTimeout(next);
    clearTimeout(age);
  });

  async function send(): Promise<void> {
    const events = await readEventsBehind(storage, passed, EVENTS_PER_READ);
    if (stream.hasEnded()) return;
    // In one piece: a reader with much unread is disconnected, and reads on behind the last that it got.
    if (events.length > 0) stream.write(events.map(writeEvent).join(''));
    passed = events.at(-1)?.number ?? passed;
    if (!stream.hasEnded()) next = setTimeout(keepSending, times.readEveryMs ?? READ_EVERY_MS);
  }

  function keepSending(): void {
    send().catch((error: unknown) => {
      log.warn({ err: error }, 'the webhook events could not be read; the stream ends');
      stream.end();
    });
  }

  stream.open();
  stream.write(`id: ${place.id}\n\n`);
  if (stopping.aborted) stream.end();
  else keepSending();
}

function writeEvent({ id, payload }: ListenedEvent): string {
  return `id: ${id}\nevent: webhook\ndata: ${payload}\n\n`;
}
