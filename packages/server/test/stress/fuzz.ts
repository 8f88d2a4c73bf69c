import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemCodeSchema, problemSchema } from '@tsena/shared';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { loadRoutes } from '../../src/http/routes.ts';
import { startProcess } from '../support/process.ts';
import { type FuzzRequest, fuzzRequests, type Vocabulary, vocabularyOf } from './fuzzRequests.ts';
import type { ProofSize } from './proof.ts';
import { readFigures } from './readFigures.ts';
import { startWorld } from './world.ts';

const BATCH = 250;
const AT_ONCE = 16;
const ANSWER_TIMEOUT_MS = 20_000;
/** Until V8 has compiled the routes and its heap has its size. */
const WARM_UP_REQUESTS = 750;
/** Memory may vary by this factor, but must not grow with the requests. */
const MAX_GROWTH = 1.5;
const MAX_VIOLATIONS = 20;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: string;
  readonly body: string;
}

/**
 * Sends generated requests to every route of a companion process, and checks each answer: no 5xx, problem documents for
 * errors, nothing of the request in the answer's headers. The process must not crash or hang, and its memory must not
 * grow.
 *
 * @param databaseUrl default: a new SQLite file
 */
export async function runFuzzTest({ size: requests, seed, progress }: ProofSize, databaseUrl?: string) {
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const world = await startWorld({ autoApproveMs: 200 }, { TRUST_PROXY: 'loopback', ...database });
  const companion = startProcess(world.env, 'testedCompanion', { ipc: true });
  await companion.ready;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const document = openApiDocument(await loadRoutes(), 'fuzz');
  const violations: string[] = [];
  const byStatus: Record<string, number> = {};
  const gathered: Record<'id' | 'cursor', string[]> = { id: [], cursor: [] };

  async function makeVocabulary(batch: number): Promise<Vocabulary> {
    const { orderToken = [], ...words } = await vocabularyOf(world, batch, gathered.id.slice(-50));
    const wrong = [await world.mint('LATE', '100', -60), `${orderToken[0]}x`];
    return { ...words, orderToken: [...orderToken, ...wrong], cursor: gathered.cursor.slice(-10) };
  }

  function send({ method, path, headers, body }: FuzzRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // Node sends no length for the body of a GET or HEAD, and the server would read it as another request.
      const framed = body === null ? headers : { ...headers, 'content-length': String(body.length) };
      const request = httpRequest(
        `${world.url}/`,
        { method, path, headers: framed, agent, timeout: ANSWER_TIMEOUT_MS },
        (response) => {
          const chunks: Buffer[] = [];
          const type = response.headers['content-type'] ?? '';
          const done = () =>
            resolve({
              status: response.statusCode ?? 0,
              type,
              headers: response.rawHeaders.join('\n'),
              body: decode(response.headers['content-encoding'], Buffer.concat(chunks)).toString(),
            });
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            // A stream of a payment that is not final does not end by itself.
            if (type.startsWith('text/event-stream')) {
              done();
              request.destroy();
            }
          });
          response.on('end', done);
          response.on('error', reject);
        },
      );
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', reject);
      request.end(body ?? undefined);
    });
  }

  function note(request: FuzzRequest, what: string): void {
    if (violations.length >= MAX_VIOLATIONS) return;
    const body = request.body === null ? '' : ` ${request.body.toString('latin1').slice(0, 200)}`;
    const { authorization: _secret, ...headers } = request.headers;
    violations.push(`${what}: ${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(headers)}${body}`);
  }

  async function tryOne(request: FuzzRequest): Promise<void> {
    try {
      const answer = await send(request);
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
      for (const fault of findFaults(request, answer)) note(request, fault);
      learn(answer);
    } catch (error) {
      // The server may close a connection on which it refused to read a body to its end.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ECONNRESET' || code === 'EPIPE') byStatus.closed = (byStatus.closed ?? 0) + 1;
      else note(request, error instanceof Error ? error.message : String(error));
    }
  }

  function learn({ status, body }: Answer): void {
    if (status !== 200 && status !== 201) return;
    for (const [id] of body.matchAll(/pay_[A-Za-z0-9_-]{22}/g)) if (!gathered.id.includes(id)) gathered.id.push(id);
    const cursor = /"nextCursor":"([^"]+)"/.exec(body)?.[1];
    if (cursor !== undefined) gathered.cursor.push(cursor);
    for (const list of Object.values(gathered)) list.splice(0, Math.max(0, list.length - 200));
  }

  let sent = 0;
  let warm: number | null = null;
  const resident = async () => Math.round(((await readFigures(companion))?.resident ?? 0) / 1024 / 1024);
  for (let batch = 0; sent < requests && !companion.hasEnded(); batch += 1) {
    const numRuns = Math.min(BATCH, requests - sent);
    const plan = fc.sample(fuzzRequests(document, await makeVocabulary(batch)), { numRuns, seed: seed + batch });
    const next = plan.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const request of next) await tryOne(request);
      }),
    );
    sent += numRuns;
    if (warm === null && sent >= Math.max(requests / 10, WARM_UP_REQUESTS)) warm = await resident();
    progress?.(sent);
  }
  const final = await resident();
  if (companion.hasEnded())
    violations.push(`the companion ended with ${await companion.ended}: ${companion.stderr().slice(-2000)}`);
  const memory = warm === null ? null : ([warm, final] as const);
  if (memory !== null && memory[1] > memory[0] * MAX_GROWTH)
    violations.push(`memory grew from ${memory[0]} to ${memory[1]} MB`);

  agent.destroy();
  await companion.end('SIGTERM');
  const operatorRequests = world.sandbox.requests().filter(({ on }) => on !== 'token').length;
  await world.close();
  return {
    requests: sent,
    byStatus,
    /**
     * Resident memory of the companion after a tenth of the requests (at least 750) and at the end, MB; null if there
     * were fewer.
     */
    memory,
    /** The requests that reached the operator, without those for tokens. */
    operatorRequests,
    violations,
  };
}

/** A long problem document is compressed too. */
function decode(encoding: string | undefined, body: Buffer): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function findFaults({ method }: FuzzRequest, { status, type, headers, body }: Answer): string[] {
  const faults: string[] = [];
  if (status >= 500 || status < 200) faults.push(`status ${status}, ${body.slice(0, 200)}`);
  if (/set-cookie|stolen=1|evil\.example/i.test(headers))
    faults.push('the answer’s headers contain a part of the request');
  if (status < 400 || method === 'HEAD') return faults;
  if (!type.startsWith('application/problem+json'))
    return [...faults, `status ${status} without a problem document (${type})`];
  const problem = z.safeParse(problemSchema, parse(body));
  if (!problem.success) faults.push(`status ${status} with an invalid problem document`);
  else if (problem.data.status !== status || !z.safeParse(problemCodeSchema, problem.data.code).success) {
    faults.push(`status ${status} with the problem ${problem.data.status} ${problem.data.code}`);
  }
  return faults;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
