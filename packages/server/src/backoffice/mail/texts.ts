import type { Language } from '@tsena/shared';

/** The texts of e-mails in one language. Subjects take numbers and days only: nothing that the shop or a payer wrote. */
export interface MailTexts {
  readonly sandbox: string;
  readonly subjects: {
    readonly linkPaid: string;
    readonly reviewRequired: (count: number) => string;
    readonly dailySummary: (day: string) => string;
    readonly test: string;
  };
  readonly linkPaid: string;
  readonly amount: string;
  readonly order: string;
  readonly description: string;
  readonly payer: string;
  readonly paidAt: string;
  readonly reference: string;
  readonly reviewRequired: string;
  readonly more: (count: number) => string;
  readonly needingReview: (count: number) => string;
  readonly summary: string;
  readonly completed: string;
  readonly received: string;
  readonly refunded: string;
  readonly net: string;
  readonly fees: string;
  readonly unknownFees: (count: number) => string;
  readonly failed: string;
  readonly test: string;
  readonly where: string;
  readonly noLinks: string;
}

const mg: MailTexts = {
  sandbox: 'Andrana: tsy vola tena izy ireto.',
  subjects: {
    linkPaid: 'Voaloa ny rohy fandoavana',
    reviewRequired: (count) => `Fandoavana mila hamarinina: ${count}`,
    dailySummary: (day) => `Fintin’ny andro ${day}`,
    test: 'Andrana mailaka',
  },
  linkPaid: 'Nisy nandoa tamin’ny rohy fandoavanao. Nohamafisin’ny mpandraharaha ny fandoavana.',
  amount: 'Vola',
  order: 'Kaomandy',
  description: 'Ho an’ny',
  payer: 'Nandoa',
  paidAt: 'Ora',
  reference: 'Laharan’ny mpandraharaha',
  reviewRequired: 'Mila hamarininao ireto fandoavana ireto:',
  more: (count) => `Fandoavana hafa: ${count}`,
  needingReview: (count) => `Fitambaran’ny fandoavana mila hamarinina ankehitriny: ${count}`,
  summary: 'Ireto ny fandoavana tamin’ny',
  completed: 'Fandoavana tafita',
  received: 'Vola voaray',
  refunded: 'Vola naverina',
  net: 'Sisa',
  fees: 'Saran’ny mpandraharaha',
  unknownFees: (count) => `tsy fantatra ny an’ny fandoavana ${count}`,
  failed: 'Fandoavana tsy tafita',
  test: 'Tonga ity mailaka ity: mety ny fandrindrana mailaka.',
  where: 'Jereo ao amin’ny takelaky ny mpivarotra ny antsipiriany.',
  noLinks: 'Tsy misy rohy na oviana na oviana ny mailakay: sokafy amin’ny fomba fanaonao ny takelaka.',
};

const fr: MailTexts = {
  sandbox: 'Essai : ce n’est pas de l’argent réel.',
  subjects: {
    linkPaid: 'Lien de paiement payé',
    reviewRequired: (count) => `Paiements à vérifier : ${count}`,
    dailySummary: (day) => `Résumé du ${day}`,
    test: 'E-mail d’essai',
  },
  linkPaid: 'Un de vos liens de paiement a été payé. L’opérateur a confirmé le paiement.',
  amount: 'Montant',
  order: 'Commande',
  description: 'Objet',
  payer: 'Payeur',
  paidAt: 'Date',
  reference: 'Référence de l’opérateur',
  reviewRequired: 'Ces paiements sont à vérifier :',
  more: (count) => `Autres paiements : ${count}`,
  needingReview: (count) => `Paiements à vérifier en ce moment, en tout : ${count}`,
  summary: 'Voici les paiements du',
  completed: 'Paiements réussis',
  received: 'Montant reçu',
  refunded: 'Remboursé',
  net: 'Net',
  fees: 'Frais de l’opérateur',
  unknownFees: (count) => `inconnus pour ${count} ${count === 1 ? 'paiement' : 'paiements'}`,
  failed: 'Paiements échoués',
  test: 'Cet e-mail est arrivé : les réglages d’e-mail sont corrects.',
  where: 'Les détails sont dans votre tableau de bord.',
  noLinks: 'Nos e-mails ne contiennent jamais de lien : ouvrez le tableau de bord comme d’habitude.',
};

const en: MailTexts = {
  sandbox: 'Test: this is not real money.',
  subjects: {
    linkPaid: 'Payment link paid',
    reviewRequired: (count) => `Payments that need review: ${count}`,
    dailySummary: (day) => `Summary of ${day}`,
    test: 'Test e-mail',
  },
  linkPaid: 'One of your payment links was paid. The operator has confirmed the payment.',
  amount: 'Amount',
  order: 'Order',
  description: 'Description',
  payer: 'Payer',
  paidAt: 'Time',
  reference: 'Operator’s reference',
  reviewRequired: 'These payments need review:',
  more: (count) => `Further payments: ${count}`,
  needingReview: (count) => `Payments that need review now, in total: ${count}`,
  summary: 'These are the payments of',
  completed: 'Completed payments',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  fees: 'Operator’s fees',
  unknownFees: (count) => `unknown for ${count} ${count === 1 ? 'payment' : 'payments'}`,
  failed: 'Failed payments',
  test: 'This e-mail has arrived: the e-mail settings are right.',
  where: 'The details are in your dashboard.',
  noLinks: 'Our e-mails never contain a link: open the dashboard as you usually do.',
};

/** The texts of e-mails by language. */
export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { mg, fr, en };
