/** The addresses of one run, and the key for its dashboard. */
export interface RunAddresses {
  readonly sandbox: string;
  readonly companion: string;
  readonly shop: string;
  readonly merchantApiKey: string;
}

/** What `pnpm start` prints once all three processes accept connections. */
export function writeNextSteps({ sandbox, companion, shop, merchantApiKey }: RunAddresses): string {
  return `
  shop       ${shop}
  portal     ${sandbox}/portal   (the simulated operator)
  dashboard  ${companion}/dashboard/
             sign in with the merchant key of this run: ${merchantApiKey}
  companion  ${companion}

Next steps:
  1. Open the shop, add a product to the basket and go to the payment.
  2. Type 034 35 000 03 and press Pay.
  3. Open the portal and approve the payment.
  4. The shop's page changes to "paid", and the payment appears in the dashboard.

Payments and orders of the last run are deleted. Ctrl-C stops all three.
`;
}
