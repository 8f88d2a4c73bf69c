import type { Stack } from './stack.ts';

type Addresses = Record<'sandbox' | 'companion' | 'shop', { readonly url: string }> & {
  readonly secrets: Pick<Stack['secrets'], 'merchantApiKey'>;
};

/** What `pnpm start` prints once all three processes accept connections, in English or in French. */
export function writeNextSteps({ sandbox, companion, shop, secrets }: Addresses, isFrench = false): string {
  if (isFrench) {
    return `
  boutique         ${shop.url}
  portail          ${sandbox.url}/portal   (l’opérateur simulé)
  tableau de bord  ${companion.url}/dashboard/
                   entrez avec la clé de commerçant de cette fois : ${secrets.merchantApiKey}
  compagnon        ${companion.url}

Ensuite :
  1. Ouvrez la boutique, mettez un produit dans le panier et allez au paiement.
  2. Saisissez 034 35 000 03 et appuyez sur Payer.
  3. Ouvrez le portail et approuvez le paiement.
  4. La page de la boutique affiche « payé », et le paiement apparaît dans le tableau de bord.

Les paiements et les commandes de la fois précédente sont supprimés. Ctrl-C arrête les trois.
`;
  }
  return `
  shop       ${shop.url}
  portal     ${sandbox.url}/portal   (the simulated operator)
  dashboard  ${companion.url}/dashboard/
             sign in with the merchant key of this run: ${secrets.merchantApiKey}
  companion  ${companion.url}

Next steps:
  1. Open the shop, add a product to the basket and go to the payment.
  2. Type 034 35 000 03 and press Pay.
  3. Open the portal and approve the payment.
  4. The shop's page changes to "paid", and the payment appears in the dashboard.

Payments and orders of the last run are deleted. Ctrl-C stops all three.
`;
}
