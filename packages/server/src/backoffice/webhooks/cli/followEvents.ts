import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { CommandError } from '../../../cli/kit/output.ts';
import { readMessages } from './readMessages.ts';

const RETRY_AFTER_MS = 1000;
/** A stream ends after a minute; one that lasts longer has lost its connection without a word. */
const MAX_AGE_MS = 90_000;

/** Which companion to follow, and from where on. */
export interface FollowOptions {
  readonly companionUrl: string;
  readonly key: string;
  /** The id of the event behind which to begin; undefined: only new ones. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
  /** Forwards an event. The next one waits for it. Rejects if the signal is aborted before the event is forwarded. */
  forward(id: string, body: string): Promise<void>;
  /** Called with each place behind which to read on. */
  onPlace(id: string): void;
  /** Called when the companion cannot be read; it is asked again. */
  onInterrupted(why: string): void;
}

/**
 * Follows the webhook events of a companion, each once, across streams that end or break, until the signal is aborted.
 *
 * @throws CommandError if the companion refuses: the key, the place, or because it is no companion
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { signal, forward, onPlace, onInterrupted } = options;
  let since = options.since;
  while (!signal.aborted) {
    const before = since;
    try {
      for await (const { id, data } of readMessages(await openStream(options, since))) {
        // An event counts as passed when it was forwarded: before, the next stream brings it again.
        if (data !== undefined) await forward(id, data);
        since = id;
        onPlace(id);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isInterruption(error)) throw error;
      // One that was cut off after it had brought something is opened again at once.
      if (since !== before) continue;
      onInterrupted(error.code ?? error.message);
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** There is no connection, or it broke, or the companion is busy. */
function isInterruption(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && (error instanceof Interrupted || 'code' in error);
}

class Interrupted extends Error {}

async function openStream({ companionUrl, key, signal }: FollowOptions, since: string | undefined): Promise<Readable> {
  const { status, headers, data } = await axios.get<Readable>(`${companionUrl}/v1/merchant/webhooks/events`, {
    params: since === undefined ? {} : { since },
    headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
    responseType: 'stream',
    // A redirect would take the key to another address.
    maxRedirects: 0,
    validateStatus: () => true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_AGE_MS)]),
  });
  if (status === 200 && String(headers['content-type']).startsWith('text/event-stream')) return data;
  data.on('error', () => undefined).destroy();
  if (status === 410)
    throw new CommandError(
      `The companion has no event ${since}: its database was restored, or the id is of another companion. Some events may be missing. Begin again without --since.`,
    );
  requireReader(status);
  if (status === 429 || status >= 500) throw new Interrupted(`the companion answered ${status}`);
  throw new CommandError(`${companionUrl} answered ${status}: it is no companion, or of an earlier version.`);
}

/** @throws CommandError if the status says that the companion refuses the key */
export function requireReader(status: number): void {
  if (status === 401)
    throw new CommandError('The companion refuses the merchant key: it is wrong, revoked or expired.');
  if (status === 403)
    throw new CommandError(
      'The merchant key may not read: its scope is counter. `tsena keys create` makes one with the scope read.',
    );
}
