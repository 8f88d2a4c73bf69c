import { formatMoney, formatMsisdn } from '@tsena/shared';
import type { TransactionView } from '../views/views.ts';

/** The texts on the payer's phone, in the language of the initiation (UserLanguage). */
export interface PhoneTexts {
  readonly lang: 'mg' | 'fr';
  /** Asks the payer to approve. */
  readonly prompt: string;
  readonly paid: string;
  readonly notPaid: string;
}

/** Returns the texts that the payer's phone shows for a payment. */
export function getPhoneTexts(payment: TransactionView): PhoneTexts {
  const amount = formatMoney(payment.amount);
  const shop = payment.partnerName ?? formatMsisdn(payment.creditMsisdn);
  if (payment.userLanguage.toUpperCase() === 'FR') {
    return {
      lang: 'fr',
      prompt: `Payer ${amount} à ${shop} ?`,
      paid: `Vous avez payé ${amount} à ${shop}. Réf. ${payment.objectReference ?? ''}`,
      notPaid: `Le paiement de ${amount} à ${shop} n’a pas été effectué.`,
    };
  }
  return {
    lang: 'mg',
    prompt: `Handoa ${amount} amin’ny ${shop} ve ianao?`,
    paid: `Voaloa ny ${amount} ho an’ny ${shop}. Laharana ${payment.objectReference ?? ''}`,
    notPaid: `Tsy voaloa ny ${amount} ho an’ny ${shop}.`,
  };
}
