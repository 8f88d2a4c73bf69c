import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { RequestHandler } from 'express';

/** For a file whose name has a hash of its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A file that the build has made, and what the build has compressed of it. */
export interface BuiltFile {
  /** The end of its name, by which Express knows its media type. */
  readonly extension: string;
  /** The beginning of the SHA-256. */
  readonly hash: string;
  readonly bodies: Readonly<Record<'identity' | 'br' | 'gzip', Buffer | undefined>>;
}

/** Reads a built file, and `.br` and `.gz` of it. */
export function readBuiltFile(path: string): BuiltFile {
  const identity = readFileSync(path);
  const read = (compressed: string) => (existsSync(compressed) ? readFileSync(compressed) : undefined);
  return {
    extension: extname(path),
    hash: createHash('sha256').update(identity).digest('hex').slice(0, 16),
    bodies: { identity, br: read(`${path}.br`), gzip: read(`${path}.gz`) },
  };
}

/** Sends a built file in the best encoding that the client takes; 304 to a client that has it. */
export function sendBuiltFile(
  { extension, hash, bodies }: BuiltFile,
  headers: Readonly<Record<string, string>>,
): RequestHandler {
  return (request, response) => {
    const accepted = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    const encoding =
      (accepted === 'br' || accepted === 'gzip') && bodies[accepted] !== undefined ? accepted : 'identity';
    response.type(extension).set({ ...headers, ETag: `"${hash}-${encoding}"`, Vary: 'Accept-Encoding' });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(bodies[encoding]);
  };
}
