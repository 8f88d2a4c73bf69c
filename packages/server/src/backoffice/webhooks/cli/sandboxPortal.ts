import type { Msisdn } from '@tsena/shared';
import axios from 'axios';
import * as z from 'zod/mini';
import { CommandError } from '../../../cli/kit/output.ts';

const ANSWER_WITHIN_MS = 10_000;

const sandboxSchema = z.object({ dialect: z.string(), violations: z.array(z.string()) });
const idsSchema = z.object({ ids: z.array(z.string()) });
const transactionSchema = z.object({
  serverCorrelationId: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  transactionReference: z.nullable(z.string()),
});

/** A transaction of the sandbox. */
export type SandboxTransaction = z.infer<typeof transactionSchema>;

/** A fault rule, as the sandbox's README describes it. */
export interface SandboxFault {
  readonly on: 'initiate';
  readonly do: string;
  readonly value?: string;
}

/** What the sandbox's portal does for a payer's number of its own. */
export interface SandboxPortal {
  /**
   * Adds a number whose payments wait for {@link approve}, also in a sandbox that approves by itself.
   *
   * @param balance whole Ariary
   * @param otherAmount whether their transaction details report another amount than was paid
   */
  addAccount(msisdn: Msisdn, balance: number, otherAmount: boolean): Promise<unknown>;
  /** Removes the number, unless a payment of it is pending. */
  removeAccount(msisdn: Msisdn): Promise<unknown>;
  /** Adds rules behind those of others, once each, for this number only. Returns their ids. */
  addFaults(msisdn: Msisdn, faults: readonly SandboxFault[]): Promise<readonly string[]>;
  /** Removes a rule. One that is used up is gone already. */
  removeFault(id: string): Promise<unknown>;
  /** The transactions of this number, newest first. */
  transactionsOf(msisdn: Msisdn): Promise<readonly SandboxTransaction[]>;
  /** Approves a transaction. One that a person approved in the portal is final already. */
  approve(transaction: SandboxTransaction): Promise<unknown>;
}

/**
 * Opens the portal of the sandbox that the companion pays with.
 *
 * @param operatorBaseUrl OPERATOR_BASE_URL
 * @throws CommandError if there is none: an operator's own sandbox has no portal for programs
 */
export async function openPortal(operatorBaseUrl: string): Promise<SandboxPortal> {
  const api = `${operatorBaseUrl.replace(/\/+$/, '')}/portal/api`;
  const ask = async (method: string, path: string, data?: unknown) =>
    axios
      .request<unknown>({
        ...{ method, url: `${api}${path}`, data },
        ...{ maxRedirects: 0, timeout: ANSWER_WITHIN_MS, proxy: false, validateStatus: () => true },
      })
      .catch((error: unknown) => {
        const code = axios.isAxiosError(error) ? error.code : undefined;
        throw new CommandError(`No sandbox answers at ${operatorBaseUrl} (${code ?? String(error)}).`);
      });
  const { status, data } = await ask('GET', '/sandbox');
  if (status !== 200 || !z.safeParse(sandboxSchema, data).success)
    throw new CommandError(
      `${operatorBaseUrl} has no portal for programs: it is an operator’s own sandbox. The command pays with the sandbox of this project (tsena-sandbox).`,
    );
  async function require<Schema extends z.ZodMiniType>(
    schema: Schema,
    ...request: Parameters<typeof ask>
  ): Promise<z.output<Schema>> {
    const answer = await ask(...request);
    const read = z.safeParse(schema, answer.data);
    if (answer.status >= 300 || !read.success) throw new CommandError(`The sandbox refused it: ${detailOf(answer)}`);
    return read.data;
  }
  return {
    addAccount: (msisdn: Msisdn, balance: number, otherAmount: boolean) =>
      require(z.unknown(), 'POST', '/accounts', {
        ...{ msisdn, balance: String(balance), approvedByHand: true, otherAmount },
      }),
    removeAccount: (msisdn: Msisdn) => ask('DELETE', `/accounts/${msisdn}`),
    async addFaults(msisdn: Msisdn, faults: readonly SandboxFault[]): Promise<readonly string[]> {
      if (faults.length === 0) return [];
      const rules = faults.map((fault) => ({ ...fault, match: { msisdn }, times: 1 }));
      return (await require(idsSchema, 'POST', '/faults', rules)).ids;
    },
    removeFault: (id: string) => ask('DELETE', `/faults/${id}`),
    transactionsOf: (msisdn: Msisdn) => require(z.array(transactionSchema), 'GET', `/transactions?q=${msisdn}`),
    approve: ({ serverCorrelationId }: SandboxTransaction) =>
      ask('POST', `/transactions/${serverCorrelationId}/approve`),
  };
}

function detailOf({ status, data }: { status: number; data: unknown }): string {
  const read = z.safeParse(z.object({ detail: z.string() }), data);
  return read.success ? read.data.detail : `it answered ${status}.`;
}
