import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A connection between a client and a server that a test can break. */
export interface Wire {
  /** The server's address through this connection. */
  readonly url: string;
  /**
   * Forwards the next request with this text to the server, and closes the connection before the answer comes back.
   * Resolves when that has happened.
   */
  cutAfter(text: string): Promise<void>;
  /** Closes the connection before the next request with this text reaches the server. */
  cutBefore(text: string): Promise<void>;
  /** Closes all connections. */
  cut(): void;
  /** Forwards nothing in either direction, without an error, until `mend`. */
  silence(): void;
  mend(): void;
  /** Answers the next connections like a server that is starting up. */
  refuse(connections: number): void;
  /** Changes the bytes that the server sends. */
  rewrite(change: ((chunk: Buffer) => Buffer) | undefined): void;
  close(): Promise<void>;
}

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

/** Starts a breakable connection to a server. */
export async function startWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let trap: Trap | undefined;
  let isSilent = false;
  let refusals = 0;
  let change: ((chunk: Buffer) => Buffer) | undefined;

  function pass(to: Socket, chunk: Buffer): void {
    if (isSilent) held.push(() => to.write(chunk));
    else to.write(chunk);
  }

  const server = createServer((client) => {
    if (refusals > 0) {
      refusals -= 1;
      client.on('error', () => undefined);
      client.once('data', () => client.end(STARTING_UP));
      return;
    }
    const upstream = createConnection(Number(port), hostname);
    let isCut = false;
    const cut = () => {
      isCut = true;
      client.resetAndDestroy();
      upstream.end();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        // What the client sent before the cut still reaches the server.
        if (!isCut) upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      const sprung = trap !== undefined && chunk.includes(trap.text) ? trap : undefined;
      if (sprung === undefined) {
        pass(upstream, chunk);
        return;
      }
      trap = undefined;
      if (!sprung.answered) {
        cut();
        sprung.spring();
        return;
      }
      upstream.write(chunk);
      upstream.removeAllListeners('data');
      upstream.once('data', () => {
        cut();
        sprung.spring();
      });
    });
    upstream.on('data', (chunk) => pass(client, change === undefined ? chunk : change(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const set = (text: string, answered: boolean) =>
    new Promise<void>((resolve) => {
      trap = { text, answered, spring: resolve };
    });

  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(address.port) }).href,
    cutAfter: (text) => set(text, true),
    cutBefore: (text) => set(text, false),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      isSilent = true;
    },
    mend() {
      isSilent = false;
      for (const go of held.splice(0)) go();
    },
    refuse(connections) {
      refusals = connections;
    },
    rewrite(next) {
      change = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const NOTIFICATION = 'A'.charCodeAt(0);

/** For {@link Wire.rewrite}: removes all notifications, like PgBouncer in transaction mode. */
export function withoutNotifications(chunk: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 5 <= chunk.length; ) {
    const end = at + 1 + chunk.readUInt32BE(at + 1);
    if (chunk[at] !== NOTIFICATION) kept.push(chunk.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
