import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Sandbox } from '../createSandbox.ts';

/** A response, read in full. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body, or an empty object if the body is not a JSON object. */
  readonly body: Record<string, unknown>;
}

/** Changes to the request of {@link Client.initiate}. `undefined` removes a header or a field. */
export interface Overrides {
  readonly headers?: Record<string, string | undefined>;
  readonly body?: Record<string, unknown>;
  /** The body to send instead of JSON. */
  readonly raw?: string;
  readonly path?: string;
}

/** The Basic credentials of the default consumer. */
export const BASIC = `Basic ${Buffer.from('sandbox-key:sandbox-secret').toString('base64')}`;
/** The base path of the payment endpoints. */
export const PAYMENTS = '/svc/mm/transactions/type/merchantpay/1.0.0';

const tokenSchema = z.object({ access_token: z.string() });
const initiationSchema = z.object({ serverCorrelationId: z.string() });
const completedSchema = z.object({ objectReference: z.string() });

/** A client that follows the interface document. */
export class Client {
  readonly #sandbox: Sandbox;
  #token = '';

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Sends a request to the sandbox. */
  async request(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const response = await fetch(`${this.#sandbox.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseObject(text) };
  }

  /** Sends a request to the portal's API, with a JSON body if one is given. */
  portal(method: string, path: string, body?: unknown): Promise<TestResponse> {
    const json =
      body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return this.request(`/portal/api${path}`, { method, ...json });
  }

  /** Sends a token request (section 4.1). */
  requestToken(headers: Record<string, string | undefined> = {}, form?: string): Promise<TestResponse> {
    return this.request('/token', {
      method: 'POST',
      headers: omitUndefined({
        Authorization: BASIC,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Cache-Control': 'no-cache',
        ...headers,
      }),
      body: form ?? 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE',
    });
  }

  /** Gets a new token and uses it for the following requests. */
  async renewToken(): Promise<string> {
    this.#token = z.parse(tokenSchema, (await this.requestToken()).body).access_token;
    return this.#token;
  }

  /** Builds the common headers (section 4.2). */
  buildHeaders(): Record<string, string> {
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

  /** Builds the body of an initiation (section 2.2). */
  buildBody(): Record<string, unknown> {
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

  /** Sends an initiation (section 4.3). */
  async initiate({ headers, body, raw, path = `${PAYMENTS}/` }: Overrides = {}): Promise<TestResponse> {
    if (this.#token === '') await this.renewToken();
    return this.request(path, {
      method: 'POST',
      headers: omitUndefined({ ...this.buildHeaders(), ...headers }),
      body: raw ?? JSON.stringify({ ...this.buildBody(), ...body }),
    });
  }

  /** Initiates a payment that must be accepted, and returns its serverCorrelationId. */
  async pay(overrides?: Overrides): Promise<string> {
    return z.parse(initiationSchema, (await this.initiate(overrides)).body).serverCorrelationId;
  }

  /** Initiates a payment, approves it, and returns its objectReference. */
  async payAndApprove(overrides?: Overrides): Promise<string> {
    return z.parse(completedSchema, this.#sandbox.approve(await this.pay(overrides))).objectReference;
  }

  /** Reads the status of a transaction (section 4.5). */
  readStatus(serverCorrelationId: string, headers?: Record<string, string | undefined>): Promise<TestResponse> {
    return this.get(`${PAYMENTS}/status/${serverCorrelationId}`, headers);
  }

  /** Reads the details of a transaction (section 4.4). */
  readDetails(transId: string, headers?: Record<string, string | undefined>): Promise<TestResponse> {
    return this.get(`${PAYMENTS}/${transId}`, headers);
  }

  /** Sends a GET with the common headers. */
  async get(path: string, headers?: Record<string, string | undefined>): Promise<TestResponse> {
    if (this.#token === '') await this.renewToken();
    return this.request(path, { headers: omitUndefined({ ...this.buildHeaders(), ...headers }) });
  }
}

function omitUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return z.parse(z.looseObject({}), JSON.parse(text));
  } catch {
    return {};
  }
}
