import { once } from 'node:events';
import type { Response } from 'express';
import { onResponseEnd } from '../streams/responseEnd.ts';

/**
 * Sends a CSV file to download, part by part, as fast as the client reads. It ends early if the client disconnects.
 *
 * @param text its parts: the first is read before the headers are sent, so that a storage failure can still be a
 *   problem document
 */
export async function sendCsv(response: Response, name: string, text: AsyncGenerator<string, void>): Promise<void> {
  let part = await text.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const disconnected = new AbortController();
  onResponseEnd(response, () => disconnected.abort());
  while (part.done !== true && !disconnected.signal.aborted) {
    const flushed = response.write(part.value);
    if (!flushed) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
    if (!disconnected.signal.aborted) part = await text.next();
  }
  response.end();
}
