import type { PageTexts } from './en.ts';

/** French. */
export const fr: PageTexts = {
  'reference.open': 'Entrer la référence du SMS',
  'done.title': 'Déjà payé',
  'done.lead': 'Cette commande est payée. Il ne reste rien à payer. Le reçu est sur la page de paiement de la personne qui a payé.',
  'busy.lead': 'Un paiement de cette commande est en cours. Si c’est le vôtre, confirmez-le sur votre téléphone.',
  'closed.title': 'Cette page n’accepte plus de paiement',
  'error.title': 'Impossible d’afficher cette page',
};
