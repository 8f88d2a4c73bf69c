import { connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { loadRoutes } from '../../src/http/routes.ts';
import { startProcess } from '../support/process.ts';
import type { Figures } from '../support/testedCompanion.ts';
import { fuzzRequests, vocabularyOf } from './fuzzRequests.ts';
import type { ProofSize } from './proof.ts';
import { type RawConnection, rawConnections } from './rawConnections.ts';
import { readFigures } from './readFigures.ts';
import { waitUntil } from './waitUntil.ts';
import { startWorld } from './world.ts';

const CONNECTIONS_PER_ROUND = 100;
/** The share of all connections in which caches fill and code is compiled. */
const WARM_UP_SHARE = 0.25;
const MAX_GROWTH = 1.2;
const MAX_GROWTH_MB = 8;
/** After this many equal checks in a row, the companion has read all input. */
const EQUAL_CHECKS = 3;
/** The time that a client waits for the companion to end the connection. */
const END_TIMEOUT_MS = 500;
/** The time in which the companion must come to rest. */
const REST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 25;
const MAX_VIOLATIONS = 20;
/** The amount of orders whose initiation gets no answer, so that their payments are never final. */
const OPEN_AMOUNT = '777';

/**
 * Sends pipelined, cut, slow and interleaved requests to every route of a companion process. The process must stay
 * alive and answer, no answer may be a 5xx other than 503, and when the clients are gone, connections, event streams,
 * handles and memory must be as before.
 */
export async function runSocketFuzzTest({ size: connections, seed, progress }: ProofSize) {
  const match = { amount: OPEN_AMOUNT };
  const faults = [
    { on: 'initiate', do: 'accept-then-reset', match },
    { on: 'callback', do: 'drop', match },
  ] as const;
  const env = { TRUST_PROXY: 'loopback', LOG_LEVEL: 'error', HASTY: '1' };
  const world = await startWorld({ autoApproveMs: 200, keepRequests: 100, faults }, env);
  const port = Number(world.env.PORT);
  const companion = startProcess(world.env, 'testedCompanion', { flags: ['--expose-gc'], ipc: true });
  await companion.ready;
  const document = openApiDocument(await loadRoutes(), 'fuzz');
  const violations: string[] = [];
  const byStatus: Record<string, number> = {};

  function note(what: string): void {
    if (violations.length < MAX_VIOLATIONS) violations.push(what);
  }

  const figures = () => readFigures(companion);

  /** Waits until the companion is at rest, and returns its open resources. */
  async function atRest(isAtRest: (now: Figures) => boolean): Promise<Figures | undefined> {
    let now: Figures | undefined;
    const late = await waitUntil('the companion comes to rest', REST_TIMEOUT_MS, async () => {
      now = await figures();
      return now === undefined || isAtRest(now) ? undefined : JSON.stringify(now);
    });
    late.forEach(note);
    return now;
  }

  /** The id of a new payment, or of none. */
  const pay = async (order: string, amount: string) =>
    (await world.pay(order, amount))?.id ?? 'pay_AAAAAAAAAAAAAAAAAAAAAA';

  /** Waits until several checks in a row are equal, and returns the number of open streams. */
  async function untilSteady(): Promise<number> {
    let seen = '';
    for (let same = 0; same < EQUAL_CHECKS; ) {
      const now = await figures();
      if (now === undefined) return 0;
      const { connections: open, streams, requests } = now;
      const next = JSON.stringify({ open, streams, requests });
      same = next === seen ? same + 1 : 0;
      seen = next;
      if (same === EQUAL_CHECKS) return streams;
      await sleep(CHECK_INTERVAL_MS);
    }
    return 0;
  }

  /**
   * Opens a connection and writes its pieces. Returns a function that leaves, and resolves when the connection is
   * closed.
   */
  async function write({ pieces, pauseMs, reads, waits, leaving }: RawConnection): Promise<() => Promise<void>> {
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    // Any end is allowed.
    socket.on('error', () => undefined);
    if (reads) readStatuses(socket, Buffer.concat(pieces.slice(0, 2)));
    for (const piece of pieces) {
      await (pauseMs === 0 ? turn() : sleep(pauseMs));
      if (!socket.destroyed) socket.write(piece);
    }
    const leave = async () => {
      // A client that does not read does not notice the other side's end.
      socket.resume();
      if (leaving === 'end') {
        socket.end();
        // While a stream is open, the companion does not read, and does not see this end.
        await Promise.race([closed, sleep(END_TIMEOUT_MS)]);
      }
      if (leaving === 'reset') socket.resetAndDestroy();
      else socket.destroy();
      await closed;
    };
    if (!waits) await leave();
    return leave;
  }

  function readStatuses(socket: Socket, sent: Buffer): void {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g)) {
        byStatus[status] = (byStatus[status] ?? 0) + 1;
        if (status.startsWith('5') && status !== '503')
          note(`status ${status} to ${JSON.stringify(sent.toString('latin1').slice(0, 400))}`);
      }
      // Drops the text that was read, except an incomplete line.
      text = text.slice(Math.max(text.lastIndexOf('\r\n') + 2, text.length - 40));
    });
  }

  const open = [await pay('OPEN-1', OPEN_AMOUNT), await pay('OPEN-2', OPEN_AMOUNT)];
  const final = [await pay('FINAL-1', '100'), await pay('FINAL-2', '100')];
  const start = await atRest(({ connections: now }) => now === 0);

  let done = 0;
  let round = 0;
  let mostStreams = 0;
  let warm: Figures | undefined;
  for (; done < connections && !companion.hasEnded() && violations.length === 0; round += 1) {
    const numRuns = Math.min(CONNECTIONS_PER_ROUND, connections - done);
    // A payment that changes while it is watched.
    const payments = [...open, ...final, await pay(`ROUND-${round}`, '100')];
    const plan = rawConnections(fuzzRequests(document, await vocabularyOf(world, round, payments)), payments);
    const leaving = await Promise.all(fc.sample(plan, { numRuns, seed: seed + round }).map(write));
    mostStreams = Math.max(mostStreams, await untilSteady());
    await Promise.all(leaving.map((leave) => leave()));
    done += numRuns;
    const rested = await atRest((now) => now.connections === 0 && now.streams === 0 && now.watched === 0);
    if (warm === undefined && done >= connections * WARM_UP_SHARE) warm = rested;
    const answers = await fetch(`${world.url}/healthz`, { headers: { Connection: 'close' } }).catch(String);
    if (typeof answers === 'string' || answers.status !== 200) note('the companion does not answer after a round');
    progress?.(done);
  }
  // Connections to the operator and the shop stay open for some seconds.
  const kinds = (now: Figures) =>
    Object.entries(now.handles).filter(([kind, count]) => count > (start?.handles[kind] ?? 0));
  const last = await atRest((now) => now.connections === 0 && kinds(now).length === 0);

  if (companion.hasEnded())
    note(`the companion ended with ${await companion.ended}: ${companion.stderr().slice(-2000)}`);
  else if (companion.stderr() !== '') note(`the companion logged: ${companion.stderr().slice(0, 2000)}`);
  const megabytes = (bytes = 0) => Math.round(bytes / 1024 / 1024);
  const memory = [megabytes(warm?.used), megabytes(last?.used)] as const;
  if (memory[1] > Math.max(memory[0] * MAX_GROWTH, memory[0] + MAX_GROWTH_MB))
    note(`memory grew from ${memory[0]} to ${memory[1]} MB`);

  await companion.end('SIGTERM');
  await world.close();
  const resident = [megabytes(warm?.resident), megabytes(last?.resident)] as const;
  return {
    connections: done,
    rounds: round,
    byStatus,
    /** The most event streams that were open at once. */
    mostStreams,
    /**
     * Used memory after the warm-up and at the end, after a garbage collection, MB; and resident memory at the same
     * times.
     */
    memory,
    resident,
    handles: last?.handles ?? {},
    violations,
  };
}
