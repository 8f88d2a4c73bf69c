import type { Sandbox } from '@tsena/sandbox';
import { Client } from '../../packages/sandbox/src/testing/client.ts';

/** Initiates a payment as a client does, and returns its serverCorrelationId. */
export function initiate(sandbox: Sandbox, amount: string): Promise<string> {
  const texts = { descriptionText: `Order ${amount}`, requestingOrganisationTransactionReference: `R-${amount}` };
  return new Client(sandbox).pay({ headers: { 'X-CorrelationID': 'corr-1' }, body: { amount, ...texts } });
}

/** Creates payments in each status and a fault rule, so that every section has content. */
export async function createContent(sandbox: Sandbox): Promise<void> {
  sandbox.approve(await initiate(sandbox, '2100'));
  sandbox.reject(await initiate(sandbox, '2200'));
  await initiate(sandbox, '2300');
  sandbox.setFaults([{ on: 'callback', do: 'delay', value: 3000 }]);
  const client = new Client(sandbox);
  const post = async (path: string, body?: object) => (await client.portal('POST', `/applications${path}`, body)).body;
  const { id } = await post('', { name: 'Tsena Ravinala sy Lamba landy Antananarivo Mahajan' });
  await post(`/${id}/validate`);
  await post(`/${id}/keys/sandbox`);
}
