import type { PaymentId } from '@tsena/shared/checkout';
import type { ChangedPayments } from '@tsena/shared/merchant';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { STREAM_HEADERS, type Stream } from '../../http/kit/streams/serverSentEvents.ts';

/** Changes that follow an event within this time are sent together. */
const GATHER_MS = 100;
/** An event with more ids says that everything changed. */
const MAX_IDS = 100;
/**
 * The reader connects again and shows its key again: after a revocation or a sign-out, it reads no longer than this.
 */
const MAX_AGE_MS = 60_000;

/** A reader's streams, and for how long it may keep one, ms; by default a minute. */
export type EventsContext = Pick<HttpContext, 'streams' | 'watchers' | 'stopping'> & { readonly maxAgeMs?: number };

/**
 * `/v1/merchant/events`: says which payments change, at this instance or another. It sends ids only, reads nothing from
 * the database and asks the operator nothing, however many dashboards are open.
 */
export const eventRoutes = {
  /**
   * Stream which payments change.
   *
   * Server-Sent Events: `event: payments` with `{"paymentIds": […]}` as data, the payments that changed at any
   * instance; `null` says that others may have changed too, so read everything again. The first event has `null`.
   * Comments serve as heartbeats. The stream ends after one minute at the latest: connect again. A revoked key, or a
   * session that has ended, reads no longer than that.
   */
  followPayments: defineRoute('GET /v1/merchant/events', {
    scope: 'read',
    answers: { 200: { text: 'The stream', type: 'text/event-stream' } },
    problems: ['too_many_streams'],
    handle({ streams, watchers, stopping, maxAgeMs = MAX_AGE_MS }: EventsContext, { request, response }) {
      if (request.method === 'HEAD') {
        response.writeHead(200, STREAM_HEADERS).end();
        return;
      }
      const stream = streams.create(request, response);
      if (stream === undefined) return;
      const changed = gatherChanges(stream);
      stream.onEnd(watchers.watch(changed.add));
      const age = setTimeout(() => stream.end(), maxAgeMs);
      stream.onEnd(() => clearTimeout(age));
      stream.open();
      if (stopping.aborted) stream.end();
      // Changes before this moment were not sent.
      changed.add(null);
    },
  }),
};

/** Sends the first change at once, and those that follow it closely in one event. */
function gatherChanges(stream: Stream) {
  let ids: Set<PaymentId> | null = new Set();
  let timer: NodeJS.Timeout | undefined;
  stream.onEnd(() => clearTimeout(timer));

  function send(): void {
    timer = undefined;
    if (ids?.size === 0) return;
    const data: ChangedPayments = { paymentIds: ids === null ? null : [...ids] };
    ids = new Set();
    stream.write(`event: payments\ndata: ${JSON.stringify(data)}\n\n`);
    if (!stream.hasEnded()) timer = setTimeout(send, GATHER_MS);
  }

  return {
    add(id: PaymentId | null): void {
      if (stream.hasEnded()) return;
      if (id === null || (ids !== null && ids.size >= MAX_IDS)) ids = null;
      else ids?.add(id);
      if (timer === undefined) send();
    },
  };
}
