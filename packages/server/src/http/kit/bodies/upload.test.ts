import { openSocket } from '@tsena/testkit/raw';
import { serve } from '@tsena/testkit/serve';
import express, { type RequestHandler } from 'express';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { untilTestEnds } from '../../../../test/support/use.ts';
import { ProblemError } from '../../../input/problemError.ts';
import { readUpload } from './upload.ts';

const MAX_FILE_BYTES = 1000;

/** What the reader said of one request. */
interface Reading {
  readonly code?: string;
  readonly pointer?: string;
  readonly detail?: string;
  readonly file?: string;
  readonly fields?: Record<string, string>;
}

let url: string;
let readings: Reading[];

async function listen(before: RequestHandler = (_request, _response, next) => next()): Promise<void> {
  readings = [];
  const app = express();
  app.post('/', before, async (request, response) => {
    const reading = await readUpload(request, MAX_FILE_BYTES).then(
      ({ file, fields }): Reading => ({ file: Buffer.from(file).toString(), fields: { ...fields } }),
      (error: unknown): Reading => {
        if (!(error instanceof ProblemError)) throw error;
        const [first] = error.extras.errors ?? [];
        return { code: error.code, ...first };
      },
    );
    readings.push(reading);
    response.json(reading);
  });
  url = (await untilTestEnds(serve(app))).url;
}

beforeEach(() => listen());

type Part = readonly [name: string, value: string | Blob];

const fileOf = (bytes: number, name = 'file'): Part => [name, new Blob(['x'.repeat(bytes)])];

async function sendForm(...parts: readonly Part[]): Promise<Reading> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return (await (await fetch(url, { method: 'POST', body: form })).json()) as Reading;
}

async function sendText(body: string, headers: Record<string, string> = {}): Promise<Reading> {
  return (await (await fetch(url, { method: 'POST', body, headers })).json()) as Reading;
}

/** Sends the beginning of a form, whose length is said to be this, bytes. */
async function beginForm(length: number) {
  const socket = await openSocket(url);
  onTestFinished(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM}\r\nContent-Length: ${length}\r\n\r\n${FILE_PART}`);
  return socket;
}

const FORM = 'multipart/form-data; boundary=b';
const FILE_PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nDate;';

describe('a form', () => {
  it('has a file and fields, of which the first of a name counts', async () => {
    expect(await sendForm(['columns', '{}'], fileOf(3), ['from', '2026-01-01'], ['columns', 'other'])).toEqual({
      file: 'xxx',
      fields: { columns: '{}', from: '2026-01-01' },
    });
  });

  it.each<[string, readonly Part[], string]>([
    ['a file of another name', [fileOf(3, 'statement')], 'the file'],
    ['two files', [fileOf(3), fileOf(3)], 'one file and at most 20 fields'],
    [
      '21 fields',
      [fileOf(3), ...Array.from({ length: 21 }, (_, index): Part => [`field${index}`, ''])],
      'one file and at most 20 fields',
    ],
  ])('with %s is refused', async (_name, parts, detail) => {
    expect(await sendForm(...parts)).toEqual({ code: 'invalid_request', pointer: '/file', detail });
  });

  it.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', 'a form with a boundary'],
    ['that ends within its file', FORM, 'a complete form'],
  ])('%s is refused', async (_name, type, detail) => {
    expect(await sendText(FILE_PART, { 'Content-Type': type })).toEqual({
      code: 'invalid_request',
      pointer: '/file',
      detail,
    });
  });
});

describe('a body', () => {
  it('with a file or a field that is too long is refused', async () => {
    expect((await sendForm(fileOf(1000))).file).toHaveLength(1000);
    expect(await sendForm(fileOf(1001))).toEqual({ code: 'body_too_large' });
    expect(await sendForm(fileOf(3), ['columns', 'x'.repeat(4097)])).toEqual({ code: 'body_too_large' });
  });

  it('is refused by its length before it is read', async () => {
    // The file, 20 fields of 4096 bytes, and 16 KiB for boundaries and headers.
    const largest = 1000 + 20 * 4096 + 16 * 1024;
    const waiting = await beginForm(largest);
    await beginForm(largest + 1);
    await expect.poll(() => readings).toEqual([{ code: 'body_too_large' }]);
    waiting.destroy();
    await expect
      .poll(() => readings)
      .toEqual([{ code: 'body_too_large' }, { code: 'invalid_request', pointer: '/file', detail: 'a complete form' }]);
  });

  it.each([
    ['{}', { 'Content-Type': 'application/json' }],
    [FILE_PART, { 'Content-Type': FORM, 'Content-Encoding': 'gzip' }],
  ])('%j with %j is no form', async (body, headers) => {
    expect(await sendText(body, headers as Record<string, string>)).toEqual({ code: 'unsupported_media_type' });
  });

  it('is refused with body_already_read if the host app has read it', async () => {
    await listen(express.raw({ type: () => true }));
    expect(await sendForm(fileOf(3))).toEqual({ code: 'body_already_read' });
  });
});
