import { once } from 'node:events';
import { request } from 'node:http';
import { deferred } from '@tsena/testkit/deferred';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../../test/support/use.ts';
import { csvTable } from './csvTable.ts';
import { sendCsv } from './sendCsv.ts';

const writeTexts = csvTable<string>([['text', (text) => text]]);

/** Serves a file of these pages. `reads` counts how many were read when the file ended. */
async function serveFile(
  pages: readonly string[][],
): Promise<{ readonly url: string; readonly reads: Promise<number> }> {
  const ended = deferred<number>();
  let reads = 0;
  async function* readPages(): AsyncGenerator<readonly string[]> {
    for (const page of pages) {
      reads += 1;
      yield page;
    }
  }
  const app = express();
  app.get('/', async (_request, response) => {
    await sendCsv(response, 'file.csv', writeTexts(readPages(), 'comma'));
    ended.resolve(reads);
  });
  const { url } = await untilTestEnds(serve(app));
  return { url, reads: ended.promise };
}

it('sendCsv reads no further page when the client has disconnected', async () => {
  // More than the buffers of a connection hold, so that the first page waits for the client.
  const large = Array.from({ length: 40 }, () => 'x'.repeat(1_000_000));
  const { url, reads } = await serveFile([large, ['two'], ['three']]);
  const download = request(url).end();
  const [response] = await once(download, 'response');
  await once(response, 'readable');
  download.on('error', () => undefined);
  download.destroy();
  expect(await reads).toBe(1);
});
