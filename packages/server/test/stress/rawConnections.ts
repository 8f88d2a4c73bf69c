import fc from 'fast-check';
import type { FuzzRequest } from './fuzzRequests.ts';

/** What a client does on one connection. */
export interface RawConnection {
  /** Pieces that are written one after another, interleaved with those of other connections. */
  readonly pieces: readonly Buffer[];
  /** The pause before each piece, ms. */
  readonly pauseMs: number;
  /** Whether it reads the answers. */
  readonly reads: boolean;
  /** Whether it waits until all connections have written and the companion has read; else it leaves at once. */
  readonly waits: boolean;
  /** How it leaves: it ends its side, closes, or resets the connection. */
  readonly leaving: 'end' | 'destroy' | 'reset';
}

/** The bytes of a request. */
function bytesOf({ method, path, headers, body }: FuzzRequest, isChunked: boolean): Buffer {
  const { 'content-length': _length, ...rest } = headers;
  const framing =
    body === null ? '' : isChunked ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${body.length}\r\n`;
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}${framing}\r\n`, 'latin1');
  if (body === null) return head;
  if (!isChunked) return Buffer.concat([head, body]);
  const chunk =
    body.length === 0
      ? Buffer.alloc(0)
      : Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
  return Buffer.concat([head, chunk, Buffer.from('0\r\n\r\n')]);
}

/** Cuts bytes at places that are given as fractions of the length. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [
    0,
    ...places.map((place) => Math.floor(place * bytes.length)).toSorted((one, other) => one - other),
    bytes.length,
  ];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const part = fc.double({ min: 0, max: 1, noNaN: true });

/**
 * Connections with requests that are pipelined, cut off, sent slowly, or changed in one byte. Many open event streams
 * of these payments.
 */
export function rawConnections(
  requests: fc.Arbitrary<FuzzRequest>,
  payments: readonly string[],
): fc.Arbitrary<RawConnection> {
  const plain = (path: string): FuzzRequest => ({ operation: '', method: 'GET', path, headers: {}, body: null });
  const stream = fc.constantFrom(...payments).map((id) => plain(`/v1/payments/${id}/events`));
  const read = fc.constantFrom('/dashboard', '/dashboard/', ...payments.map((id) => `/v1/payments/${id}`)).map(plain);
  const one = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: stream }, { weight: 1, arbitrary: read }, { weight: 4, arbitrary: requests }),
      fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    )
    .map(([request, isChunked]) => bytesOf(request, isChunked));
  const spot = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.tuple(part, fc.nat(255)));
  const streams = fc.array(
    stream.map((request) => bytesOf(request, false)),
    { minLength: 2, maxLength: 12 },
  );
  const pipelined = fc.oneof(
    { weight: 3, arbitrary: fc.array(one, { minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: streams },
  );
  const spoilt = fc.tuple(pipelined, spot).map(([all, spot]) => {
    const bytes = Buffer.concat(all);
    if (spot !== null) bytes[Math.min(bytes.length - 1, Math.floor(spot[0] * bytes.length))] = spot[1];
    return bytes;
  });
  return fc
    .record({
      bytes: spoilt,
      /** The fraction that is sent. */
      sent: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, part),
      cuts: fc.array(part, { maxLength: 5 }),
      pauseMs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 60 })),
      reads: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 1),
      waits: fc.integer({ min: 0, max: 3 }).map((chance) => chance > 0),
      leaving: fc.constantFrom('end' as const, 'destroy' as const, 'reset' as const),
    })
    .map(({ bytes, sent, cuts, ...how }) => ({
      ...how,
      pieces: cutAt(bytes.subarray(0, Math.ceil(bytes.length * sent)), cuts),
    }));
}
