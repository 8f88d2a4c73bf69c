import type { Sandbox } from '@tsena/sandbox';

/** Initiates a payment as a client does, and returns its serverCorrelationId. */
export async function initiate({ url }: Sandbox, amount: string, from = '0343500003', to = '0343500004'): Promise<string> {
  const token = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('sandbox-key:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'EXT_INT_SVC_SCOPE' }),
  });
  const { access_token } = await token.json();
  const response = await fetch(`${url}/svc/mm/transactions/type/merchantpay/1.0.0/`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${access_token}`,
      version: '1.0',
      'X-CorrelationID': 'corr-1',
      UserLanguage: 'MG',
      UserAccountIdentifier: 'msisdn;0343500004',
      partnerName: 'Shop',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      amount,
      currency: 'Ar',
      descriptionText: `Order ${amount}`,
      requestingOrganisationTransactionReference: `R-${amount}`,
      debitParty: [{ key: 'msisdn', value: from }],
      creditParty: [{ key: 'msisdn', value: to }],
    }),
  });
  return (await response.json()).serverCorrelationId;
}

/** Creates payments in each status and a fault rule, so that every section has content. */
export async function createContent(sandbox: Sandbox): Promise<void> {
  sandbox.approve(await initiate(sandbox, '2100'));
  sandbox.reject(await initiate(sandbox, '2200'));
  await initiate(sandbox, '2300');
  sandbox.setFaults([{ on: 'callback', do: 'delay', value: 3000 }]);
  const post = async (path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? { method: 'POST' } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${sandbox.url}/portal/api/applications${path}`, init)).json();
  };
  const { id } = await post('', { name: 'Tsena Ravinala sy Lamba landy Antananarivo Mahajan' });
  await post(`/${id}/validate`);
  await post(`/${id}/keys/sandbox`);
}
