import type { FaultRule } from '../views/faultRule.ts';
import type {
  ApplicationView,
  Behaviour,
  Environment,
  IssuedKeysView,
  RequestView,
  SandboxView,
  TransactionStatus,
  TransactionView,
} from '../views/views.ts';
import { translate, translateKnown } from './texts.ts';

/** The result of a search. */
export interface SearchResult {
  readonly transactions: readonly TransactionView[];
  /** How many transactions match. `transactions` has only the newest of them. */
  readonly total: number;
}

/** What the subscriber or the operator does with a pending payment. */
export type Decision = 'approve' | 'reject';

interface Settings {
  readonly autoApproveMs?: number | null;
  readonly behaviour?: Partial<Behaviour>;
  readonly accounts?: readonly { readonly msisdn: string; readonly balance: string }[];
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const json =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  // keepalive: an approval arrives even if the page is closed right after.
  const response = await fetch(`/portal/api${path}`, { method, keepalive: true, ...json });
  if (response.ok) return response;
  const problem: { detail?: string } = await response.json();
  throw new Error(
    translateKnown(problem.detail ?? translate('The sandbox answered with status {1}.', response.status)),
  );
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return (await send(method, path, body)).json();
}

/** The portal's API. A failed call throws an Error with the sandbox's message. */
export const api = {
  async listTransactions(query: { q: string; status: TransactionStatus | ''; limit: number }): Promise<SearchResult> {
    const given = Object.entries(query).filter(([, value]) => value !== '');
    const response = await send(
      'GET',
      `/transactions?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`,
    );
    return { transactions: await response.json(), total: Number(response.headers.get('X-Total-Count')) };
  },
  readSandbox: () => ask<SandboxView>('GET', '/sandbox'),
  updateSettings: (settings: Settings) => ask<SandboxView>('PUT', '/sandbox', settings),
  /** @param as the status that the service sends instead of `completed` or `failed` (live dialect only) */
  decide: (id: string, decision: Decision, as?: string) =>
    ask<TransactionView>('POST', `/transactions/${id}/${decision}`, { as }),
  sendByHand: (payment: { readonly from: string; readonly to: string; readonly amount: string }) =>
    ask<TransactionView>('POST', '/transactions', payment),
  resendCallback: (id: string) => ask<TransactionView>('POST', `/transactions/${id}/callback`),
  approveAll: () => ask<{ readonly approved: number }>('POST', '/approve-all'),
  listFaults: () => ask<readonly FaultRule[]>('GET', '/faults'),
  setFaults: (rules: readonly FaultRule[]) => ask<readonly FaultRule[]>('PUT', '/faults', rules),
  listRequests: (limit: number) => ask<readonly RequestView[]>('GET', `/requests?limit=${limit}`),
  listApplications: () => ask<readonly ApplicationView[]>('GET', '/applications'),
  declareApplication: (name: string) => ask<ApplicationView>('POST', '/applications', { name }),
  removeApplication: (id: string) => send('DELETE', `/applications/${id}`),
  /** Validates a declared application, or its go-live request. */
  validateApplication: (id: string) => ask<ApplicationView>('POST', `/applications/${id}/validate`),
  requestGoLive: (id: string) => ask<ApplicationView>('POST', `/applications/${id}/go-live`),
  issueKeys: (id: string, environment: Environment) =>
    ask<IssuedKeysView>('POST', `/applications/${id}/keys/${environment}`),
  revokeKeys: (id: string, environment: Environment) =>
    ask<ApplicationView>('DELETE', `/applications/${id}/keys/${environment}`),
};
