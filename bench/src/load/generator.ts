import { connect, type Socket } from 'node:net';
import { quantile } from '../statistics.ts';
import type { Load, LoadReport } from './load.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** One keep-alive connection that sends the next request when the last one is answered. */
class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: (status: string, ms: number) => void;
  #unread: Buffer = Buffer.alloc(0);
  #sentAt = 0;

  constructor(
    port: number,
    onReady: (connection: Connection) => void,
    onAnswer: (connection: Connection, status: string, ms: number) => void,
  ) {
    this.#onAnswer = (status, ms) => onAnswer(this, status, ms);
    this.#socket = connect(port, '127.0.0.1', () => onReady(this)).setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => {
      throw error;
    });
  }

  send(request: string): void {
    this.#sentAt = performance.now();
    this.#socket.write(request, 'latin1');
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    const headEnds = this.#unread.indexOf(END_OF_HEAD);
    if (headEnds < 0) return;
    const head = this.#unread.toString('latin1', 0, headEnds);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
    if (this.#unread.length < headEnds + END_OF_HEAD.length + Number(length)) return;
    this.#unread = Buffer.alloc(0);
    this.#onAnswer(head.slice(9, 12), performance.now() - this.#sentAt);
  }
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
      new Connection(port, onReady, (connection, status, ms) => {
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
