import type { Language } from '@tsena/shared';

/** What only the companion writes, on hosted pages that no script takes over. */
export const pageTexts = {
  mg: {
    'reference.open': 'Hampiditra ny laharana ao amin’ny SMS',
    'done.title': 'Efa voaloa',
    'done.lead': 'Efa voaloa ity kaomandy ity. Tsy misy haloa intsony. Ao amin’ny pejin’ny olona nandoa ny rosia.',
    'busy.lead': 'Misy fandoavana mandeha ho an’ity kaomandy ity. Raha anao io, dia hamafiso eo amin’ny findainao.',
    'closed.title': 'Tsy mandray vola intsony ity pejy ity',
    'error.title': 'Tsy azo aseho ity pejy ity',
  },
  fr: {
    'reference.open': 'Entrer la référence du SMS',
    'done.title': 'Déjà payé',
    'done.lead': 'Cette commande est payée. Il ne reste rien à payer. Le reçu est sur la page de paiement de la personne qui a payé.',
    'busy.lead': 'Un paiement de cette commande est en cours. Si c’est le vôtre, confirmez-le sur votre téléphone.',
    'closed.title': 'Cette page n’accepte plus de paiement',
    'error.title': 'Impossible d’afficher cette page',
  },
  en: {
    'reference.open': 'Enter the reference in the SMS',
    'done.title': 'Already paid',
    'done.lead': 'This order is paid. Nothing remains to pay. The payer has the receipt on the page of the payment.',
    'busy.lead': 'A payment of this order is in progress. If it is yours, confirm it on your phone.',
    'closed.title': 'This page takes no payment any more',
    'error.title': 'We cannot show this page',
  },
} as const satisfies Readonly<Record<Language, object>>;

/** The key of a text that each language has. */
export type PageTextKey = keyof (typeof pageTexts)[Language];
