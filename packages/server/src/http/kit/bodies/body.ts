import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import type * as z from 'zod/mini';
import { parseJson } from '../../../input/parseJson.ts';
import { ProblemError } from '../../../input/problemError.ts';
import { readInput } from '../../../input/readInput.ts';
import { fieldErrors } from '../problem.ts';

const MAX_JSON_BYTES = 16 * 1024;
const JSON_TYPES = ['application/json', 'application/*+json'];
const OTHER_CHARSET = /; *charset *= *"?(?!utf-?8)/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** By Content-Encoding. Each throws when its output exceeds `maxOutputLength`. */
const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Reads a JSON body of at most 16 kB and parses it with a schema.
 *
 * @throws ProblemError with the wrong fields in `errors`
 */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  // Only the media type decides, even if a host app's parser has read the body.
  if (typeof request.is(JSON_TYPES) !== 'string' || OTHER_CHARSET.test(request.get('content-type') ?? ''))
    throw new ProblemError('unsupported_media_type');
  return parseInput(schema, await readJson(request, MAX_JSON_BYTES));
}

/**
 * Reads a JSON body. A parser of the host app may have read it already, into an object, a string or a Buffer.
 *
 * @returns undefined if the body is not JSON
 * @throws ProblemError if the body is too large, cannot be decompressed, or a host app read it and kept nothing
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  refuseTooLong(request, maxBytes);
  // An unread body takes precedence over `request.body`: Express 4's parsers set it to {} for types that they do not
  // read.
  if (!hasBeenRead(request)) return parseContent(await readBytes(request, maxBytes), maxBytes);
  const parsed: unknown = request.body;
  if (parsed === undefined || isLeftEmpty(request, parsed)) throw new ProblemError('body_already_read');
  if (typeof parsed === 'string' || parsed instanceof Uint8Array) return parseContent(parsed, maxBytes);
  return readJsonFromForm(request, parsed) ?? parsed;
}

/** @throws ProblemError for a body whose length is known before it is read */
export function refuseTooLong(request: Request, maxBytes: number): void {
  if (Number(request.get('content-length') ?? 0) <= maxBytes) return;
  request.resume();
  throw new ProblemError('body_too_large');
}

function hasBeenRead(request: IncomingMessage): boolean {
  return hasBody(request) && (request.readableDidRead || request.readableEnded);
}

/**
 * Some parsers leave `{}` of a body whose media type they do not know. Of a JSON body, `{}` is what the sender wrote.
 */
function isLeftEmpty(request: Request, parsed: unknown): boolean {
  if (typeof request.is(JSON_TYPES) === 'string' || parsed instanceof Uint8Array) return false;
  return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads the whole body, even if the sender has closed its side of the connection. */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decode = DECODERS.get(encoding);
  if (decode === undefined && encoding !== 'identity') {
    request.resume();
    throw new ProblemError('unsupported_media_type');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    // The rest is read and dropped, so that the sender receives the answer and the connection stays usable.
    if (length <= maxBytes) chunks.push(chunk);
  });
  await finished(request, { writable: false }).catch(() => {
    // The sender disconnected before the end.
    throw new ProblemError('invalid_request');
  });
  if (length > maxBytes) throw new ProblemError('body_too_large');
  const bytes = Buffer.concat(chunks);
  if (decode === undefined) return bytes;
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ProblemError(isTooLarge ? 'body_too_large' : 'invalid_request');
  }
}

function parseContent(content: string | Uint8Array, maxBytes: number): unknown {
  if (Buffer.byteLength(content) > maxBytes) throw new ProblemError('body_too_large');
  return parseJson(typeof content === 'string' ? content : new TextDecoder().decode(content));
}

/** A form parser turns JSON text with a form's media type into the name of the only field. */
function readJsonFromForm(request: Request, form: unknown): unknown {
  if (typeof request.is(FORM_TYPE) !== 'string' || typeof form !== 'object' || form === null) return undefined;
  const [name = ''] = Object.keys(form);
  const json = parseJson(name);
  // The parser has split JSON text at & or =.
  if (json === undefined && name.startsWith('{')) throw new ProblemError('body_already_read');
  return json;
}

/**
 * Reads a form of at most 16 kB (`application/x-www-form-urlencoded`). A parser of the host app may have read it
 * already. Of a name that comes twice, the first value counts.
 *
 * @throws ProblemError if it is not a form, or too large
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  if (typeof request.is(FORM_TYPE) !== 'string') throw new ProblemError('unsupported_media_type');
  refuseTooLong(request, MAX_JSON_BYTES);
  const fields = new Map<string, string>();
  for (const [name, value] of await readFields(request)) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

async function readFields(request: Request): Promise<readonly (readonly [string, string])[]> {
  if (!hasBeenRead(request)) return [...new URLSearchParams((await readBytes(request, MAX_JSON_BYTES)).toString())];
  const parsed: unknown = request.body;
  if (typeof parsed === 'string' || parsed instanceof Uint8Array)
    return [...new URLSearchParams(Buffer.from(parsed).toString())];
  if (typeof parsed !== 'object' || parsed === null) throw new ProblemError('body_already_read');
  return Object.entries(parsed).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/**
 * Parses the query with a schema.
 *
 * @throws ProblemError with the wrong parameters in `errors`
 */
export function readQuery<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  return parseInput(schema, request.query);
}

/** @throws ProblemError with the wrong members in `errors` */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = readInput(schema, value);
  if (!parsed.success) throw new ProblemError('invalid_request', { errors: fieldErrors(parsed.error) });
  return parsed.data;
}

/** The token of `Authorization: Bearer …`. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1];
}
