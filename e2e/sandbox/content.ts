import type { Sandbox } from '@tsena/sandbox';
import { Client } from '@tsena/sandbox/testing/client';

/** Initiates a payment as a client does, and returns its serverCorrelationId. */
export function initiate(sandbox: Sandbox, amount: string): Promise<string> {
  return new Client(sandbox).pay({
    body: { amount, descriptionText: `Order ${amount}`, requestingOrganisationTransactionReference: `R-${amount}` },
  });
}

/** Creates payments in each status and a fault rule, so that every section has content. */
export async function createContent(sandbox: Sandbox): Promise<void> {
  sandbox.approve(await initiate(sandbox, '2100'));
  sandbox.reject(await initiate(sandbox, '2200'));
  await initiate(sandbox, '2300');
  sandbox.setFaults([{ on: 'callback', do: 'delay', value: 3000 }]);
  const client = new Client(sandbox);
  const { body } = await client.portal('POST', '/applications', {
    name: 'Tsena Ravinala sy Lamba landy Antananarivo Mahajan',
  });
  await client.portal('POST', `/applications/${body.id}/validate`);
  await client.portal('POST', `/applications/${body.id}/keys/sandbox`);
}
