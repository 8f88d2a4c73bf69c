import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request through a proxy. */
export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The address of the client, one of loopback. */
  readonly from?: string;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function open(url: string, { method = 'GET', path, headers = {}, body, from = '127.0.0.1' }: Ask): Promise<IncomingMessage> {
  const asked = request(`${url}${path}`, { method, headers, localAddress: from, agent: false });
  asked.end(body);
  return await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
  });
}

/** Sends a request and reads the whole answer. */
export async function ask(url: string, asked: Ask): Promise<Answer> {
  const response = await open(url, asked);
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}

/** An open event stream. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Waits until the text so far matches. Rejects if the stream ends before. */
  until(pattern: RegExp, withinMs: number): Promise<void>;
  isOpen(): boolean;
}

/** Opens an event stream. */
export async function openStream(url: string, path: string): Promise<EventStream> {
  const response = await open(url, { path, headers: { Accept: 'text/event-stream' } });
  let text = '';
  let isOpen = true;
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  response.on('error', () => undefined);
  response.once('close', () => {
    isOpen = false;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    isOpen: () => isOpen,
    async until(pattern, withinMs) {
      const signal = AbortSignal.timeout(withinMs);
      while (!pattern.test(text)) {
        if (!isOpen) throw new Error(`The stream ended without ${pattern}: ${text}`);
        await Promise.race([once(response, 'data', { signal }), once(response, 'close', { signal })]).catch(() => {
          throw new Error(`No ${pattern} within ${withinMs} ms: ${text}`);
        });
      }
    },
  };
}

/** Sends requests on one connection without waiting for the answers, and returns what comes until all are answered. */
export async function pipeline(port: number, requests: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(requests.join(''));
  let text = '';
  const isComplete = () => [...text.matchAll(/HTTP\/1\.1 \d{3}/g)].length >= requests.length && text.endsWith('\n\n') === false;
  for await (const chunk of socket) {
    text += String(chunk);
    if (isComplete()) break;
  }
  socket.destroy();
  return text;
}
