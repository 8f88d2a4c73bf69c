import type { PaymentId } from '@tsena/shared/checkout';
import type { ChangedPayments } from '@tsena/shared/merchant';
import { Router } from 'express';
import type { HttpContext } from '../context.ts';
import { rejectOtherMethods } from '../problem.ts';
import { STREAM_HEADERS, type Stream } from '../serverSentEvents.ts';
import { allow } from './caller.ts';

/** Changes that follow an event within this time are sent together. */
const GATHER_MS = 100;
/** An event with more ids says that everything changed. */
const MAX_IDS = 100;
/** The reader connects again and shows its key again: after a revocation or a sign-out, it reads no longer than this. */
const MAX_AGE_MS = 60_000;

type EventsContext = Pick<HttpContext, 'streams' | 'watchers' | 'stopping'>;

/**
 * `/v1/merchant/events`: says which payments change, at this instance or another. It sends ids only, reads nothing from the database and
 * asks the operator nothing, however many dashboards are open.
 */
export function eventsRouter({ streams, watchers, stopping }: EventsContext, maxAgeMs = MAX_AGE_MS): Router {
  const router = Router();
  router
    .route('/v1/merchant/events')
    .get(allow('read'), (request, response) => {
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
    })
    .all(rejectOtherMethods('GET'));
  return router;
}

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
