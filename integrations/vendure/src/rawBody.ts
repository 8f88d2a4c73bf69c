import type { NextFunction, Request, Response } from 'express';

const MAX_BODY_BYTES = 262_144;

const bodies = new WeakMap<Request, Buffer>();

/** The bytes of a request that {@link readRawBody} has read. */
export function rawBodyOf(request: Request): Buffer | undefined {
  return bodies.get(request);
}

/**
 * Keeps the bytes of a webhook: a signature belongs to the bytes as they were sent. The body parsers after it find
 * nothing left to read.
 */
export function readRawBody(request: Request, response: Response, next: NextFunction): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isRefused = false;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) {
      chunks.push(chunk);
    } else if (!isRefused) {
      isRefused = true;
      chunks.length = 0;
      response.status(413).set('connection', 'close').end();
    }
  });
  request.on('error', next);
  request.on('end', () => {
    if (isRefused) return;
    bodies.set(request, Buffer.concat(chunks));
    // body-parser 1 and 2 leave such a request alone.
    Object.assign(request, { _body: true, body: {} });
    next();
  });
}
