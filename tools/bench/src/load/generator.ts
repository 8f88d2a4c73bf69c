import { connect } from 'node:net';
import { quantile } from '../statistics.ts';
import type { Load, LoadReport } from './load.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** A keep-alive connection that sends the next request when the last one is answered. */
interface Connection {
  send(request: string): void;
  end(): void;
}

type OnAnswer = (connection: Connection, status: string, ms: number) => void;

function openConnection(port: number, onReady: (connection: Connection) => void, onAnswer: OnAnswer): void {
  let unread: Buffer = Buffer.alloc(0);
  let sentAt = 0;
  const socket = connect(port, '127.0.0.1', () => onReady(connection)).setNoDelay(true);
  const connection: Connection = {
    send(request) {
      sentAt = performance.now();
      socket.write(request, 'latin1');
    },
    end: () => socket.destroy(),
  };
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    const headEnds = unread.indexOf(END_OF_HEAD);
    if (headEnds < 0) return;
    const head = unread.toString('latin1', 0, headEnds);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
    if (unread.length < headEnds + END_OF_HEAD.length + Number(length)) return;
    unread = Buffer.alloc(0);
    onAnswer(connection, head.slice(9, 12), performance.now() - sentAt);
  });
  socket.on('error', (error) => {
    throw error;
  });
}

function run({ port, requests, connections, seconds }: Load): Promise<LoadReport> {
  return new Promise((resolve) => {
    const waits: number[] = [];
    const statuses: Record<string, number> = {};
    const open: Connection[] = [];
    let next = 0;
    let begun = 0;
    let endsAt = Number.POSITIVE_INFINITY;
    let idle = 0;

    const sendNext = (connection: Connection): void => {
      const isOver = seconds === undefined ? next >= requests.length : performance.now() >= endsAt;
      const request = requests[next % requests.length];
      if (isOver || request === undefined) {
        idle += 1;
        if (idle < connections) return;
        const tookMs = performance.now() - begun;
        for (const one of open) one.end();
        resolve({
          answers: waits.length,
          perSecond: (waits.length / tookMs) * 1000,
          p50: quantile(waits, 0.5),
          p95: quantile(waits, 0.95),
          p99: quantile(waits, 0.99),
          statuses,
        });
        return;
      }
      next += 1;
      connection.send(request);
    };
    const onReady = (connection: Connection): void => {
      open.push(connection);
      if (open.length < connections) return;
      begun = performance.now();
      if (seconds !== undefined) endsAt = begun + seconds * 1000;
      for (const one of open) sendNext(one);
    };
    for (let count = 0; count < connections; count += 1) {
      openConnection(port, onReady, (connection, status, ms) => {
        waits.push(ms);
        statuses[status] = (statuses[status] ?? 0) + 1;
        sendNext(connection);
      });
    }
  });
}

process.on('message', (load: Load) => {
  void run(load).then((report) => process.send?.(report));
});
process.send?.('ready');
