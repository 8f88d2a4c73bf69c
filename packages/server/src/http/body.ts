import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { fieldErrors, ProblemError } from './problem.ts';

/** What a JSON route takes, bytes. */
const MAX_JSON_BYTES = 16 * 1024;
const JSON_TYPES = ['application/json', 'application/*+json'];
const OTHER_CHARSET = /; *charset *= *"?(?!utf-?8)/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** By Content-Encoding; each throws once the result is longer than it may be. */
const unpack = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** The JSON body of at most 16 kB, as a schema reads it; throws a problem that names each wrong field. */
export async function bodyOf<Schema extends z.ZodMiniType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  // The media type decides alone, whatever a host app's parsers have made of the body.
  if (typeof request.is(JSON_TYPES) !== 'string' || OTHER_CHARSET.test(request.get('content-type') ?? ''))
    throw new ProblemError('unsupported_media_type');
  const read = z.safeParse(schema, await readJson(request, MAX_JSON_BYTES));
  if (!read.success) throw new ProblemError('invalid_request', { errors: fieldErrors(read.error) });
  return read.data;
}

/**
 * What a request's body says, whether it is still to be read or a parser of a host app has read it: to an object, a string or a Buffer.
 *
 * @returns undefined if it is no JSON
 * @throws ProblemError if it is too large or cannot be unpacked, or was read by something that left nothing of it
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  if (Number(request.get('content-length') ?? 0) > maxBytes) {
    request.resume();
    throw new ProblemError('body_too_large');
  }
  // A body that is still there counts for more than `request.body`: Express 4's parsers leave {} there for what they did not read.
  if (!hasBeenRead(request)) return parse(await readBytes(request, maxBytes), maxBytes);
  const left: unknown = request.body;
  if (left === undefined) throw new ProblemError('body_already_read');
  if (typeof left === 'string' || Buffer.isBuffer(left)) return parse(left, maxBytes);
  return jsonOfForm(request, left) ?? left;
}

function hasBeenRead(request: IncomingMessage): boolean {
  return hasBody(request) && (request.readableDidRead || request.readableEnded);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads it all, also where the sender has closed its side of the connection already. */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const packed = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const unpacked = unpack.get(packed);
  if (unpacked === undefined && packed !== 'identity') {
    request.resume();
    throw new ProblemError('unsupported_media_type');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    // What is too much is thrown away as it comes, so that the answer gets through and the connection stays usable.
    if (length <= maxBytes) chunks.push(chunk);
  });
  await finished(request, { writable: false }).catch(() => {
    // The sender is gone in the middle of it.
    throw new ProblemError('invalid_request');
  });
  if (length > maxBytes) throw new ProblemError('body_too_large');
  const bytes = Buffer.concat(chunks);
  if (unpacked === undefined) return bytes;
  try {
    return await unpacked(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ProblemError(isTooLarge ? 'body_too_large' : 'invalid_request');
  }
}

function parse(content: string | Buffer, maxBytes: number): unknown {
  if (Buffer.byteLength(content) > maxBytes) throw new ProblemError('body_too_large');
  return parseText(typeof content === 'string' ? content : new TextDecoder().decode(content));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A form parser takes JSON text that came under a form's media type for the name of the only field. */
function jsonOfForm(request: Request, form: unknown): unknown {
  if (typeof request.is(FORM_TYPE) !== 'string' || typeof form !== 'object' || form === null) return undefined;
  const [name = ''] = Object.keys(form);
  return parseText(name);
}

/** The query as a schema reads it; throws a problem that names each wrong parameter. */
export function queryOf<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  const read = z.safeParse(schema, request.query);
  if (!read.success) throw new ProblemError('invalid_request', { errors: fieldErrors(read.error) });
  return read.data;
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1];
}
