import { formatAmount, formatMsisdn } from './format.ts';
import type { TransactionView } from './views.ts';

/** What the phone says, in the language that the initiation asked for (UserLanguage). */
export interface PhoneWords {
  readonly lang: 'mg' | 'fr';
  readonly ask: string;
  readonly paid: string;
  readonly notPaid: string;
}

/** The words of a payment on the payer's phone. */
export function phoneWords(payment: TransactionView): PhoneWords {
  const amount = formatAmount(payment.amount, payment.currency);
  const shop = payment.partnerName ?? formatMsisdn(payment.creditMsisdn);
  if (payment.userLanguage === 'FR') {
    return {
      lang: 'fr',
      ask: `Payer ${amount} à ${shop} ?`,
      paid: `Vous avez payé ${amount} à ${shop}. Réf. ${payment.objectReference ?? ''}`,
      notPaid: `Le paiement de ${amount} à ${shop} n’a pas été effectué.`,
    };
  }
  return {
    lang: 'mg',
    ask: `Handoa ${amount} amin’ny ${shop} ve ianao?`,
    paid: `Voaloa ny ${amount} ho an’ny ${shop}. Laharana ${payment.objectReference ?? ''}`,
    notPaid: `Tsy voaloa ny ${amount} ho an’ny ${shop}.`,
  };
}
