import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { ProblemError } from '../../../input/problemError.ts';
import { refuseTooLong } from './body.ts';

/** A form with a file (`multipart/form-data`). */
export interface Upload {
  readonly file: Uint8Array;
  /** The other fields. Of a name that comes twice, the first value counts. */
  readonly fields: Readonly<Record<string, string>>;
}

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4096;
/** Boundaries and headers of the parts. */
const MAX_FRAME_BYTES = 16 * 1024;

/**
 * Reads a form with one file in the field `file`, into memory. A body beyond the limits is not kept; its rest is read
 * and dropped, so that the sender receives the answer.
 *
 * @throws ProblemError if it is no such form, or too large
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const type = request.get('content-type');
  if (
    type === undefined ||
    typeof request.is('multipart/form-data') !== 'string' ||
    request.get('content-encoding') !== undefined
  ) {
    request.resume();
    throw new ProblemError('unsupported_media_type');
  }
  if (request.readableDidRead || request.readableEnded) throw new ProblemError('body_already_read');
  refuseTooLong(request, maxBytes + MAX_FIELDS * MAX_FIELD_BYTES + MAX_FRAME_BYTES);
  return await new Promise<Upload>((resolve, reject) => {
    const fields: Record<string, string> = {};
    // Its pages take memory only once they are written, and no second copy is made at the end.
    const buffer = Buffer.allocUnsafeSlow(Math.min(Number(request.get('content-length') ?? maxBytes), maxBytes));
    let length = 0;
    let hasFile = false;
    let isDone = false;
    const fail = (code: 'invalid_request' | 'body_too_large', detail?: string): void => {
      if (isDone) return;
      isDone = true;
      request.unpipe();
      request.resume();
      reject(new ProblemError(code, detail === undefined ? {} : { errors: [{ pointer: '/file', detail }] }));
    };
    const limits = {
      fields: MAX_FIELDS,
      fieldNameSize: 100,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 1,
      headerPairs: 20,
    };
    let parser: BusboyInstance;
    try {
      parser = new Busboy({ headers: { 'content-type': type }, limits: { ...limits, files: 1, fileSize: maxBytes } });
    } catch {
      // Without a boundary, busboy throws at once.
      fail('invalid_request', 'a form with a boundary');
      return;
    }
    parser.on('file', (name, stream) => {
      if (name === 'file') hasFile = true;
      stream.on('data', (chunk: Buffer) => {
        if (name === 'file' && !isDone) length += chunk.copy(buffer, length);
      });
      stream.on('limit', () => fail('body_too_large'));
      stream.on('error', () => fail('invalid_request', 'a complete file'));
    });
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      if (isValueCut) fail('body_too_large');
      if (!Object.hasOwn(fields, name)) fields[name] = value;
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => fail('invalid_request', `one file and at most ${MAX_FIELDS} fields`));
    }
    parser.on('error', () => fail('invalid_request', 'a complete form'));
    // The sender disconnected before the end.
    request.on('close', () => {
      if (!request.complete) fail('invalid_request', 'a complete form');
    });
    request.on('error', () => fail('invalid_request', 'a complete form'));
    parser.on('finish', () => {
      if (!hasFile) fail('invalid_request', 'the file');
      if (isDone) return;
      isDone = true;
      resolve({ file: buffer.subarray(0, length), fields });
    });
    request.pipe(parser);
  });
}
