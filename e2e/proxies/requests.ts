import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
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

/** Sends a request and reads the whole answer. */
export async function ask(url: string, { method = 'GET', path, headers = {}, body, from = '127.0.0.1' }: Ask) {
  const asked = request(`${url}${path}`, { method, headers, localAddress: from, agent: false });
  // A server may answer, and close, before it has read the body.
  asked.on('error', () => undefined);
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
