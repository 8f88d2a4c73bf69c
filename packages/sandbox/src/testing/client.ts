import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Sandbox } from '../createSandbox.ts';

/** An answer as a test looks at it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; an empty object if it is none. */
  readonly body: Record<string, unknown>;
}

/** What {@link Client.initiate} sends otherwise than usual. `undefined` leaves a header or a field out. */
export interface Changes {
  readonly headers?: Record<string, string | undefined>;
  readonly body?: Record<string, unknown>;
  /** Instead of the JSON. */
  readonly raw?: string;
  readonly path?: string;
}

export const BASIC = `Basic ${Buffer.from('sandbox-key:sandbox-secret').toString('base64')}`;
export const PAYMENTS = '/svc/mm/transactions/type/merchantpay/1.0.0';

const issued = z.object({ access_token: z.string() });
const accepted = z.object({ serverCorrelationId: z.string() });
const located = z.object({ objectReference: z.string() });

/** A client that does everything as the document says. */
export class Client {
  readonly #sandbox: Sandbox;
  #token = '';

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async request(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(`${this.#sandbox.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: readObject(text) };
  }

  /** Section 4.1. */
  askToken(headers: Record<string, string | undefined> = {}, form?: string): Promise<Reply> {
    return this.request('/token', {
      method: 'POST',
      headers: defined({
        Authorization: BASIC,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Cache-Control': 'no-cache',
        ...headers,
      }),
      body: form ?? 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE',
    });
  }

  async token(): Promise<string> {
    this.#token = z.parse(issued, (await this.askToken()).body).access_token;
    return this.#token;
  }

  /** Section 4.2. */
  headers(): Record<string, string> {
    return {
      Authorization: `Bearer ${this.#token}`,
      version: '1.0',
      'X-CorrelationID': randomUUID(),
      UserLanguage: 'MG',
      UserAccountIdentifier: 'msisdn;0343500004',
      partnerName: 'Shop',
      'Content-Type': 'application/json',
      'Accept-Charset': 'utf-8',
    };
  }

  /** Section 2.2. */
  body(): Record<string, unknown> {
    return {
      amount: '25000',
      currency: 'Ar',
      descriptionText: 'Order 7',
      requestDate: new Date().toISOString(),
      requestingOrganisationTransactionReference: `R-${randomUUID()}`,
      originalTransactionReference: '',
      debitParty: [{ key: 'msisdn', value: '0343500003' }],
      creditParty: [{ key: 'msisdn', value: '0343500004' }],
      metadata: [{ key: 'partnerName', value: 'Shop' }],
    };
  }

  /** Section 4.3. */
  async initiate({ headers, body, raw, path = `${PAYMENTS}/` }: Changes = {}): Promise<Reply> {
    if (this.#token === '') await this.token();
    return this.request(path, {
      method: 'POST',
      headers: defined({ ...this.headers(), ...headers }),
      body: raw ?? JSON.stringify({ ...this.body(), ...body }),
    });
  }

  /** Initiates a payment that has to be accepted. */
  async pay(changes?: Changes): Promise<string> {
    return z.parse(accepted, (await this.initiate(changes)).body).serverCorrelationId;
  }

  /** Initiates a payment and approves it; its objectReference. */
  async payAndApprove(changes?: Changes): Promise<string> {
    return z.parse(located, this.#sandbox.approve(await this.pay(changes))).objectReference;
  }

  /** Section 4.5. */
  status(serverCorrelationId: string, headers?: Record<string, string | undefined>): Promise<Reply> {
    return this.get(`${PAYMENTS}/status/${serverCorrelationId}`, headers);
  }

  /** Section 4.4. */
  details(transId: string, headers?: Record<string, string | undefined>): Promise<Reply> {
    return this.get(`${PAYMENTS}/${transId}`, headers);
  }

  async get(path: string, headers?: Record<string, string | undefined>): Promise<Reply> {
    if (this.#token === '') await this.token();
    return this.request(path, { headers: defined({ ...this.headers(), ...headers }) });
  }
}

function defined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function readObject(text: string): Record<string, unknown> {
  try {
    return z.parse(z.looseObject({}), JSON.parse(text));
  } catch {
    return {};
  }
}
