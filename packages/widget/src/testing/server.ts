import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve as listen } from '@tsena/testkit/serve';

/** An HTTP server on a free loopback port. The test decides its answers. */
export type TestServer = Awaited<ReturnType<typeof serve>>;

/** Starts a {@link TestServer}. It answers preflight requests itself. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  /** The requests that arrived, preflight requests excluded. */
  const requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const { url, close } = await listen(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, authorization');
    response.setHeader('Access-Control-Expose-Headers', 'retry-after');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: await text(request) });
    answer(request, response);
  });
  return { url, requests, [Symbol.asyncDispose]: close };
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
