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

/** A stub of the operator. Without an answer of the test, tokens are `token-1`, `token-2` … */
export interface OperatorStub {
  readonly baseUrl: string;
  readonly requests: StubRequest[];
  /** The requests to the token endpoint. */
  readonly tokenRequests: StubRequest[];
  /** All other requests. */
  readonly paymentRequests: StubRequest[];
  /** Sets the next answers of the payment endpoints, in order; the last one repeats. */
  payments(...answers: StubAnswer[]): void;
  /** Sets the next answers of the token endpoint, in order; the last one repeats. */
  tokens(...answers: StubAnswer[]): void;
  close(): Promise<void>;
}

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

/** Starts a stub of the operator. */
export async function startOperatorStub(): Promise<OperatorStub> {
  const requests: StubRequest[] = [];
  const isToken = (request: StubRequest) => request.path === '/token';
  let paymentAnswers: StubAnswer[] = [];
  let tokenAnswers: StubAnswer[] = [];
  let issued = 0;

  const issue: StubAnswer = (answer) => {
    issued += 1;
    reply(200, { access_token: `token-${issued}`, scope: 'EXT_INT_SVC_SCOPE', token_type: 'Bearer', expires_in: 3600 })(answer, {
      method: '',
      path: '',
      headers: {},
      body: '',
    });
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
    get tokenRequests() {
      return requests.filter(isToken);
    },
    get paymentRequests() {
      return requests.filter((request) => !isToken(request));
    },
    payments(...answers) {
      paymentAnswers = answers;
    },
    tokens(...answers) {
      tokenAnswers = answers;
    },
    close,
  };
}

/** A stub of the operator that can hold initiations. All accepted payments stay pending. */
export interface HoldingStub extends OperatorStub {
  /** Accepts initiations again after `payments` set other answers. */
  accept(): void;
  /** Holds initiations until {@link release}. */
  hold(): void;
  /** Answers the held initiations, and the following ones at once. */
  release(): void;
  /** The number of held initiations. */
  waiting(): number;
}

/** Starts a stub that accepts each initiation at once, until `hold` is called. */
export async function startHoldingStub(): Promise<HoldingStub> {
  const stub = await startOperatorStub();
  const held: (() => void)[] = [];
  let isHolding = false;
  const accepted: StubAnswer = (answer, request) =>
    reply(200, { status: 'pending', serverCorrelationId: randomUUID(), notificationMethod: 'polling' })(answer, request);
  const answerAll: StubAnswer = (answer, request) => {
    if (request.method !== 'POST') {
      const serverCorrelationId = request.path.split('/').at(-1) ?? '';
      reply(200, { status: 'pending', serverCorrelationId, notificationMethod: 'polling', objectReference: '' })(answer, request);
    } else if (isHolding) held.push(() => accepted(answer, request));
    else accepted(answer, request);
  };
  stub.payments(answerAll);
  return Object.assign(stub, {
    accept: () => stub.payments(answerAll),
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    waiting: () => held.length,
  });
}
