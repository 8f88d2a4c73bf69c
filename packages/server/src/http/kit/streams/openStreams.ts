import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { Settings } from '../../../config/settings.ts';
import { ProblemError } from '../../../input/problemError.ts';
import type { Metrics } from '../../../metrics/metrics.ts';
import type { AddressReader } from '../clients/clientAddress.ts';
import { hasResponseEnded } from './responseEnd.ts';
import { Stream } from './serverSentEvents.ts';

/** Heartbeats go to a part of the streams at a time: thousands of writes at once would hold up other requests. */
const HEARTBEAT_TURNS = 16;

/** The event streams of this process, which share their limits. */
export interface OpenStreams {
  /**
   * Counts a stream, and creates it without sending anything yet. It ends when the companion stops.
   *
   * @returns undefined if the client has disconnected
   * @throws ProblemError `too_many_streams` if a limit is reached
   */
  create(request: Request, response: Response): Stream | undefined;
}

/** What {@link createOpenStreams} takes. */
export interface OpenStreamsOptions {
  /** Aborted when the companion begins to stop. */
  readonly stopping: AbortSignal;
  readonly metrics: Pick<Metrics, 'streamOpened' | 'streamClosed'>;
  readonly addressOf: AddressReader;
  /** The interval of the heartbeats, ms. */
  readonly heartbeatMs: number;
  readonly limits: Pick<Settings, 'MAX_STREAMS' | 'MAX_STREAMS_PER_ADDRESS'>;
}

/** Counts the open streams, in total and for each address. */
export function createOpenStreams({
  stopping,
  metrics,
  addressOf,
  heartbeatMs,
  limits,
}: OpenStreamsOptions): OpenStreams {
  const perAddress = new Map<string, number>();
  // One listener for all streams: adding a listener takes longer the more there are. And one timer.
  const turns = new Map<Stream, number>();
  let opened = 0;
  let beats = 0;
  const heartbeats = setInterval(() => {
    beats += 1;
    for (const [stream, turn] of turns) if (turn === beats % HEARTBEAT_TURNS) stream.beat();
  }, heartbeatMs / HEARTBEAT_TURNS).unref();
  const streamingSockets = new WeakSet<Socket>();
  stopping.addEventListener('abort', () => {
    clearInterval(heartbeats);
    for (const stream of turns.keys()) if (stream.isOpen()) stream.end();
  });

  return {
    create(request, response) {
      // A client that has disconnected is not counted: nothing would remove it from the count.
      if (hasResponseEnded(response)) return undefined;
      const { socket } = request;
      // Behind an open stream on its connection, another one could never be delivered, and would be counted until the
      // connection closes.
      if (streamingSockets.has(socket)) throw new ProblemError('too_many_streams');
      const address = addressOf(request);
      const count = perAddress.get(address) ?? 0;
      if (turns.size >= limits.MAX_STREAMS || count >= limits.MAX_STREAMS_PER_ADDRESS)
        throw new ProblemError('too_many_streams');
      perAddress.set(address, count + 1);
      const stream = new Stream(response);
      turns.set(stream, opened % HEARTBEAT_TURNS);
      opened += 1;
      streamingSockets.add(socket);
      metrics.streamOpened();
      stream.onEnd(() => {
        streamingSockets.delete(socket);
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left === 0) perAddress.delete(address);
        else perAddress.set(address, left);
        turns.delete(stream);
        metrics.streamClosed();
      });
      return stream;
    },
  };
}
