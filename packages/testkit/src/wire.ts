import { createConnection, createServer, type Socket } from 'node:net';
import { listen } from './serve.ts';

/** ErrorResponse: severity, code, message. */
const STARTING_UP = errorResponse('SFATAL\0C57P03\0Mthe database system is starting up\0\0');

function errorResponse(fields: string): Buffer {
  const message = Buffer.alloc(5 + fields.length, 'E');
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5, 'latin1');
  return message;
}

interface Trap {
  readonly text: string;
  readonly answered: boolean;
  spring(): void;
}

/** What a wire does with what passes. */
class Relay {
  readonly sockets = new Set<Socket>();
  readonly held: (() => void)[] = [];
  trap: Trap | undefined;
  isSilent = false;
  refusals = 0;
  change: ((chunk: Buffer) => Buffer) | undefined;
  roundTrips = 0;
  delayMs = 0;
  readonly #target: URL;

  constructor(target: URL) {
    this.#target = target;
  }

  connect(client: Socket): void {
    if (this.refusals > 0) {
      this.refusals -= 1;
      client.on('error', () => undefined);
      client.once('data', () => client.end(STARTING_UP));
      return;
    }
    const upstream = createConnection(Number(this.#target.port), this.#target.hostname);
    const cut = this.#tie(client, upstream);
    let isAnswered = true;
    client.on('data', (chunk) => {
      if (isAnswered) this.roundTrips += 1;
      isAnswered = false;
      if (this.trap !== undefined && chunk.includes(this.trap.text)) this.#spring(this.trap, chunk, upstream, cut);
      else this.#pass(upstream, chunk);
    });
    const deliver = (chunk: Buffer) => {
      isAnswered = true;
      this.#pass(client, this.change === undefined ? chunk : this.change(chunk));
    };
    upstream.on('data', (chunk) => (this.delayMs === 0 ? deliver(chunk) : setTimeout(deliver, this.delayMs, chunk)));
  }

  /** Closes each with the other. What the client sent before the returned cut still reaches the server. */
  #tie(client: Socket, upstream: Socket): () => void {
    let isCut = false;
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        if (!isCut) upstream.destroy();
      });
    }
    return () => {
      isCut = true;
      client.resetAndDestroy();
      upstream.end();
    };
  }

  #spring(trap: Trap, chunk: Buffer, upstream: Socket, cut: () => void): void {
    this.trap = undefined;
    const end = () => {
      cut();
      trap.spring();
    };
    if (!trap.answered) {
      end();
      return;
    }
    upstream.write(chunk);
    upstream.removeAllListeners('data');
    upstream.once('data', end);
  }

  #pass(to: Socket, chunk: Buffer): void {
    if (this.isSilent) this.held.push(() => to.write(chunk));
    else to.write(chunk);
  }
}

/** Starts a connection between a client and a server that a test can break. */
export async function startWire(target: string) {
  const relay = new Relay(new URL(target));
  const server = createServer((client) => relay.connect(client));
  const port = await listen(server);
  const cut = () => {
    for (const socket of relay.sockets) socket.destroy();
  };
  const set = (text: string, answered: boolean) =>
    new Promise<void>((resolve) => {
      relay.trap = { text, answered, spring: resolve };
    });

  return {
    /** The server's address through this connection. */
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href,
    /**
     * Forwards the next request with this text to the server, and closes the connection before the answer comes back.
     * Resolves when that has happened.
     */
    cutAfter: (text: string) => set(text, true),
    /** Closes the connection before the next request with this text reaches the server. */
    cutBefore: (text: string) => set(text, false),
    /** Closes all connections. */
    cut,
    /** Forwards nothing in either direction, without an error, until `mend`. */
    silence(): void {
      relay.isSilent = true;
    },
    mend(): void {
      relay.isSilent = false;
      for (const go of relay.held.splice(0)) go();
    },
    /** Answers the next connections like a server that is starting up. */
    refuse(connections: number): void {
      relay.refusals = connections;
    },
    /** Delivers what the server sends so many ms later, as over a network. */
    slow(ms: number): void {
      relay.delayMs = ms;
    },
    /** How often a client sent something after it had received an answer. Reliable with `slow` only. */
    roundTrips: () => relay.roundTrips,
    /** Changes the bytes that the server sends. */
    rewrite(next: Relay['change']): void {
      relay.change = next;
    },
    async close(): Promise<void> {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const NOTIFICATION = 'A'.charCodeAt(0);

/** For `rewrite` of {@link startWire}: removes all notifications, like PgBouncer in transaction mode. */
export function withoutNotifications(chunk: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 5 <= chunk.length; ) {
    const end = at + 1 + chunk.readUInt32BE(at + 1);
    if (chunk[at] !== NOTIFICATION) kept.push(chunk.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
