import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** A request as it was sent, with header names in their original case. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers one request, or breaks the connection. */
export type StubAnswer = (answer: ServerResponse, request: StubRequest) => void;

/** A stub of the operator. */
export type OperatorStub = Awaited<ReturnType<typeof startOperatorStub>>;

/** Answers with a status, a JSON body (a string is sent unchanged) and headers. */
export function reply(status: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}): StubAnswer {
  return (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Resets the connection after it reads the request. */
export const reset: StubAnswer = (answer) => {
  answer.socket?.resetAndDestroy();
};

/** Announces 1000 bytes, and closes the connection after a few. */
export const cutOff: StubAnswer = (answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  answer.write('{"serverCorrelationId":"', () => answer.socket?.destroy());
};

/** Never answers. */
export const hang: StubAnswer = () => undefined;

function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    headers[request.rawHeaders[index] ?? ''] = request.rawHeaders[index + 1] ?? '';
  }
  return headers;
}

/** Starts a stub of the operator. Without an answer of the test, tokens are `token-1`, `token-2` … */
export async function startOperatorStub() {
  const requests: StubRequest[] = [];
  const isToken = (request: StubRequest) => request.path === '/token';
  let paymentAnswers: StubAnswer[] = [];
  let tokenAnswers: StubAnswer[] = [];
  let issued = 0;

  const issue: StubAnswer = (answer, request) => {
    issued += 1;
    const token = {
      access_token: `token-${issued}`,
      scope: 'EXT_INT_SVC_SCOPE',
      token_type: 'Bearer',
      expires_in: 3600,
    };
    reply(200, token)(answer, request);
  };

  function next(answers: StubAnswer[]): StubAnswer | undefined {
    return answers.length > 1 ? answers.shift() : answers[0];
  }

  const { url, close } = await serve(async (incoming, answer) => {
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: readHeaders(incoming),
      body: await text(incoming),
    };
    requests.push(request);
    if (isToken(request)) (next(tokenAnswers) ?? issue)(answer, request);
    else (next(paymentAnswers) ?? reply(500))(answer, request);
  });

  return {
    baseUrl: url,
    requests,
    /** The requests to the token endpoint. */
    get tokenRequests() {
      return requests.filter(isToken);
    },
    /** All other requests. */
    get paymentRequests() {
      return requests.filter((request) => !isToken(request));
    },
    /** Sets the next answers of the payment endpoints, in order; the last one repeats. */
    payments(...answers: StubAnswer[]): void {
      paymentAnswers = answers;
    },
    /** Sets the next answers of the token endpoint, in order; the last one repeats. */
    tokens(...answers: StubAnswer[]): void {
      tokenAnswers = answers;
    },
    close,
  };
}

/** Starts a stub that accepts each initiation at once, until `hold` is called. All accepted payments stay pending. */
export async function startHoldingStub() {
  const stub = await startOperatorStub();
  const held: (() => void)[] = [];
  let isHolding = false;
  const accepted: StubAnswer = (answer, request) =>
    reply(200, { status: 'pending', serverCorrelationId: randomUUID(), notificationMethod: 'polling' })(
      answer,
      request,
    );
  const answerAll: StubAnswer = (answer, request) => {
    if (request.method !== 'POST') {
      const serverCorrelationId = request.path.split('/').at(-1) ?? '';
      reply(200, { status: 'pending', serverCorrelationId, notificationMethod: 'polling', objectReference: '' })(
        answer,
        request,
      );
    } else if (isHolding) held.push(() => accepted(answer, request));
    else accepted(answer, request);
  };
  stub.payments(answerAll);
  return Object.assign(stub, {
    /** Accepts initiations again after `payments` set other answers. */
    accept: () => stub.payments(answerAll),
    /** Holds initiations until `release`. */
    hold() {
      isHolding = true;
    },
    /** Answers the held initiations, and the following ones at once. */
    release() {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    /** The number of held initiations. */
    waiting: () => held.length,
  });
}
