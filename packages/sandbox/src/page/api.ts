import { translate, translateKnown } from './texts.ts';
import type {
  ApplicationView,
  Environment,
  FaultRule,
  IssuedKeysView,
  RequestView,
  SandboxView,
  TransactionStatus,
  TransactionView,
} from './views.ts';

const API = '/portal/api';

/** The result of a search. */
export interface SearchResult {
  readonly transactions: readonly TransactionView[];
  /** How many transactions match. `transactions` has only the newest of them. */
  readonly total: number;
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  // keepalive: an approval arrives even if the page is closed right after.
  const response = await fetch(`${API}${path}`, { keepalive: true, ...init });
  if (response.ok) return response;
  const problem: { detail?: string } = await response.json();
  throw new Error(translateKnown(problem.detail ?? translate('The sandbox answered with status {1}.', response.status)));
}

function buildJsonRequest(method: string, body: unknown): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The portal's API. A failed call throws an Error with the sandbox's message. */
export const api = {
  async listTransactions(query: { q: string; status: TransactionStatus | ''; limit: number }): Promise<SearchResult> {
    const parameters = new URLSearchParams({ limit: String(query.limit) });
    if (query.q !== '') parameters.set('q', query.q);
    if (query.status !== '') parameters.set('status', query.status);
    const response = await send(`/transactions?${parameters}`);
    return { transactions: await response.json(), total: Number(response.headers.get('X-Total-Count')) };
  },
  async readSandbox(): Promise<SandboxView> {
    return (await send('/sandbox')).json();
  },
  async updateSettings(settings: {
    autoApproveMs?: number | null;
    behaviour?: Readonly<Record<string, string>>;
    accounts?: readonly { msisdn: string; balance: string }[];
  }): Promise<void> {
    await send('/sandbox', buildJsonRequest('PUT', settings));
  },
  async approve(serverCorrelationId: string): Promise<TransactionView> {
    return (await send(`/transactions/${serverCorrelationId}/approve`, { method: 'POST' })).json();
  },
  /** @param operatorStatus the status that the service sends instead of `failed` (live dialect only) */
  async reject(serverCorrelationId: string, operatorStatus?: string): Promise<TransactionView> {
    return (await send(`/transactions/${serverCorrelationId}/reject`, buildJsonRequest('POST', { as: operatorStatus }))).json();
  },
  async resendCallback(serverCorrelationId: string): Promise<void> {
    await send(`/transactions/${serverCorrelationId}/callback`, { method: 'POST' });
  },
  async approveAll(): Promise<number> {
    const result: { approved: number } = await (await send('/approve-all', { method: 'POST' })).json();
    return result.approved;
  },
  async listFaults(): Promise<readonly FaultRule[]> {
    return (await send('/faults')).json();
  },
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    await send('/faults', buildJsonRequest('PUT', rules));
  },
  async listApplications(): Promise<readonly ApplicationView[]> {
    return (await send('/applications')).json();
  },
  async declareApplication(name: string): Promise<ApplicationView> {
    return (await send('/applications', buildJsonRequest('POST', { name }))).json();
  },
  async removeApplication(id: string): Promise<void> {
    await send(`/applications/${id}`, { method: 'DELETE' });
  },
  /** Validates a declared application, or its go-live request. */
  async validateApplication(id: string): Promise<void> {
    await send(`/applications/${id}/validate`, { method: 'POST' });
  },
  async requestGoLive(id: string): Promise<void> {
    await send(`/applications/${id}/go-live`, { method: 'POST' });
  },
  async issueKeys(id: string, environment: Environment): Promise<IssuedKeysView> {
    return (await send(`/applications/${id}/keys/${environment}`, { method: 'POST' })).json();
  },
  async revokeKeys(id: string, environment: Environment): Promise<void> {
    await send(`/applications/${id}/keys/${environment}`, { method: 'DELETE' });
  },
  async listRequests(limit: number): Promise<readonly RequestView[]> {
    return (await send(`/requests?limit=${limit}`)).json();
  },
};
