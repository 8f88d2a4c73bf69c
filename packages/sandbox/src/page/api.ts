import type { FaultRule, RequestView, SandboxView, TransactionStatus, TransactionView } from './views.ts';

const API = '/portal/api';

/** What a search found. */
export interface Found {
  readonly transactions: readonly TransactionView[];
  /** How many there are, of which those are the newest. */
  readonly total: number;
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  // Kept alive, so that an approval arrives although the page is closed right after.
  const response = await fetch(`${API}${path}`, { keepalive: true, ...init });
  if (response.ok) return response;
  const problem: { detail?: string } = await response.json();
  throw new Error(problem.detail ?? `The sandbox answered ${response.status}.`);
}

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The portal's API. Each call fails with what the sandbox says is wrong. */
export const api = {
  async transactions(query: { q: string; status: TransactionStatus | ''; limit: number }): Promise<Found> {
    const parameters = new URLSearchParams({ limit: String(query.limit) });
    if (query.q !== '') parameters.set('q', query.q);
    if (query.status !== '') parameters.set('status', query.status);
    const response = await ask(`/transactions?${parameters}`);
    return { transactions: await response.json(), total: Number(response.headers.get('X-Total-Count')) };
  },
  async sandbox(): Promise<SandboxView> {
    return (await ask('/sandbox')).json();
  },
  async change(settings: { autoApproveMs?: number | null; accounts?: readonly { msisdn: string; balance: string }[] }): Promise<void> {
    await ask('/sandbox', json('PUT', settings));
  },
  async approve(serverCorrelationId: string): Promise<TransactionView> {
    return (await ask(`/transactions/${serverCorrelationId}/approve`, { method: 'POST' })).json();
  },
  /** `as`: another operatorStatus than `failed`, in the live dialect. */
  async reject(serverCorrelationId: string, as?: string): Promise<TransactionView> {
    return (await ask(`/transactions/${serverCorrelationId}/reject`, json('POST', { as }))).json();
  },
  async callBackAgain(serverCorrelationId: string): Promise<void> {
    await ask(`/transactions/${serverCorrelationId}/callback`, { method: 'POST' });
  },
  async approveAll(): Promise<number> {
    const answer: { approved: number } = await (await ask('/approve-all', { method: 'POST' })).json();
    return answer.approved;
  },
  async faults(): Promise<readonly FaultRule[]> {
    return (await ask('/faults')).json();
  },
  async setFaults(rules: readonly FaultRule[]): Promise<void> {
    await ask('/faults', json('PUT', rules));
  },
  async requests(limit: number): Promise<readonly RequestView[]> {
    return (await ask(`/requests?limit=${limit}`)).json();
  },
};
