import { formatMoney, type Language } from '@tsena/shared';

const en = {
  to: 'To {partner}',
  sandbox: 'Test, no real money',
  back: 'Back to the shop',
  operator: 'mobile money',
  'form.title': 'Pay by {operator}',
  'form.label': '{operator} number',
  'form.hint': 'For example 034 12 345 67',
  'form.pay': 'Pay {amount}',
  'form.secretCode': 'You confirm on your phone. Never type your secret code on this page.',
  'form.openRequest': 'The request to {payer} is still open. Approve only one of the two, or you pay twice.',
  'msisdn.empty': 'Enter your {operator} number.',
  'msisdn.letters': 'Use digits only.',
  'msisdn.short': 'This number does not have 10 digits.',
  'msisdn.long': 'This number does not have 10 digits.',
  'msisdn.foreign': 'Use a number from Madagascar.',
  'msisdn.other-operator': 'Use a number that starts with 034, 037 or 038.',
  'waiting.title': 'Confirm on your phone',
  'waiting.sent': 'The request goes to {payer}.',
  'waiting.step1': 'A request for {amount} opens on that phone.',
  'waiting.step2': 'Type your secret code there to confirm.',
  'waiting.step3': 'Come back here: this page updates by itself.',
  'waiting.pending': 'Waiting for your confirmation',
  'waiting.refresh': 'Update now',
  'late.title': 'Nothing on your phone yet?',
  'late.open': 'I got no request, or the number is wrong',
  'late.check': 'Check that {payer} is the right number, and that the phone is on and has a signal.',
  'late.send': 'Send a new request',
  'late.wait': 'Keep waiting',
  'unresolved.title': 'Not confirmed yet',
  'unresolved.lead': 'The operator did not answer, so we do not know yet whether you paid. We keep checking.',
  'unresolved.sms': 'Did you get an SMS that says you paid?',
  'unresolved.open': 'Enter the reference in the SMS',
  'unresolved.label': 'Reference in the SMS',
  'unresolved.hint': 'Letters and digits, like 636042511',
  'unresolved.submit': 'Check the reference',
  'unresolved.noSms': 'No SMS, and no money taken?',
  'unresolved.wait': 'Wait on this page. Do not pay again yet.',
  'review.title': 'Payment under review',
  'paid.title': 'Paid',
  'paid.lead': '{partner} has received your payment. Thank you!',
  'paid.keep': 'This page is your receipt. Save its address, or print it.',
  'failed.title': 'Not paid',
  'failed.retry': 'Try again',
  'receipt.amount': 'Amount',
  'receipt.payer': 'From',
  'receipt.order': 'Order',
  'receipt.reference': 'Reference',
  'receipt.time': 'Time',
  'done.title': 'Already paid',
  'done.lead': 'This order is paid. Nothing remains to pay. The payer has the receipt on the page of the payment.',
  'busy.lead': 'A payment of this order is in progress. If it is yours, confirm it on your phone.',
  'closed.title': 'This page takes no payment any more',
  'error.title': 'We cannot show this page',
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;
type Texts = Readonly<Record<TextKey, string>>;

const fr: Texts = {
  to: 'À {partner}',
  sandbox: 'Test, sans argent réel',
  back: 'Retour à la boutique',
  operator: 'mobile money',
  'form.title': 'Payer par {operator}',
  'form.label': 'Numéro {operator}',
  'form.hint': 'Par exemple 034 12 345 67',
  'form.pay': 'Payer {amount}',
  'form.secretCode': 'Vous confirmez sur votre téléphone. Ne tapez jamais votre code secret sur cette page.',
  'form.openRequest': 'Une demande au {payer} est encore ouverte. Ne confirmez que l’une des deux, sinon vous payez deux fois.',
  'msisdn.empty': 'Entrez votre numéro {operator}.',
  'msisdn.letters': 'Utilisez seulement des chiffres.',
  'msisdn.short': 'Ce numéro n’a pas 10 chiffres.',
  'msisdn.long': 'Ce numéro n’a pas 10 chiffres.',
  'msisdn.foreign': 'Utilisez un numéro de Madagascar.',
  'msisdn.other-operator': 'Utilisez un numéro qui commence par 034, 037 ou 038.',
  'waiting.title': 'Confirmez sur votre téléphone',
  'waiting.sent': 'La demande part vers le {payer}.',
  'waiting.step1': 'Une demande de {amount} s’ouvre sur ce téléphone.',
  'waiting.step2': 'Tapez-y votre code secret pour confirmer.',
  'waiting.step3': 'Revenez ici : la page se met à jour toute seule.',
  'waiting.pending': 'En attente de votre confirmation',
  'waiting.refresh': 'Actualiser maintenant',
  'late.title': 'Toujours rien sur votre téléphone ?',
  'late.open': 'Je n’ai rien reçu, ou le numéro est faux',
  'late.check': 'Le {payer} est-il le bon numéro ? Ce téléphone est-il allumé, avec du réseau ?',
  'late.send': 'Envoyer une nouvelle demande',
  'late.wait': 'Attendre encore',
  'unresolved.title': 'Pas encore confirmé',
  'unresolved.lead': 'L’opérateur n’a pas répondu : nous ne savons pas encore si vous avez payé. Nous continuons de l’interroger.',
  'unresolved.sms': 'Un SMS dit que vous avez payé ?',
  'unresolved.open': 'Entrer la référence du SMS',
  'unresolved.label': 'Référence dans le SMS',
  'unresolved.hint': 'Lettres et chiffres, comme 636042511',
  'unresolved.submit': 'Vérifier la référence',
  'unresolved.noSms': 'Pas de SMS, et pas d’argent débité ?',
  'unresolved.wait': 'Patientez un peu ici. Pour l’instant, ne payez pas une seconde fois.',
  'review.title': 'Paiement en cours de vérification',
  'paid.title': 'Payé',
  'paid.lead': '{partner} a bien reçu votre paiement. Merci !',
  'paid.keep': 'Cette page est votre reçu. Gardez son adresse, ou imprimez-la.',
  'failed.title': 'Non payé',
  'failed.retry': 'Réessayer',
  'receipt.amount': 'Montant',
  'receipt.payer': 'De',
  'receipt.order': 'Commande',
  'receipt.reference': 'Référence',
  'receipt.time': 'Date',
  'done.title': 'Déjà payé',
  'done.lead': 'Cette commande est payée. Il ne reste rien à payer. Le reçu est sur la page de paiement de la personne qui a payé.',
  'busy.lead': 'Un paiement de cette commande est en cours. Si c’est le vôtre, confirmez-le sur votre téléphone.',
  'closed.title': 'Cette page n’accepte plus de paiement',
  'error.title': 'Impossible d’afficher cette page',
};

const mg: Texts = {
  to: 'Ho an’ny {partner}',
  sandbox: 'Andrana, tsy vola tena izy',
  back: 'Hiverina any am-pivarotana',
  operator: 'mobile money',
  'form.title': 'Handoa amin’ny {operator}',
  'form.label': 'Laharana {operator}',
  'form.hint': 'Ohatra: 034 12 345 67',
  'form.pay': 'Handoa {amount}',
  'form.secretCode': 'Eo amin’ny findainao no hanamafisanao. Aza soratana eto mihitsy ny kaody miafinao.',
  'form.openRequest': 'Mbola misokatra ny fangatahana tany amin’ny {payer}. Iray ihany no hamafiso, sao mandoa indroa ianao.',
  'msisdn.empty': 'Soraty ny laharanao {operator}.',
  'msisdn.letters': 'Tarehimarika ihany no soratana.',
  'msisdn.short': 'Tsy 10 ny tarehimarik’io laharana io.',
  'msisdn.long': 'Tsy 10 ny tarehimarik’io laharana io.',
  'msisdn.foreign': 'Mampiasà laharana eto Madagasikara.',
  'msisdn.other-operator': 'Mampiasà laharana manomboka amin’ny 034, 037 na 038.',
  'waiting.title': 'Hamafiso eo amin’ny findainao',
  'waiting.sent': 'Alefa any amin’ny {payer} ny fangatahana.',
  'waiting.step1': 'Hisy fangatahana {amount} hiseho eo amin’io finday io.',
  'waiting.step2': 'Soraty eo ny kaody miafinao mba hanamafisana azy.',
  'waiting.step3': 'Miverena eto: hihavao ho azy ity pejy ity.',
  'waiting.pending': 'Miandry ny fanamafisanao',
  'waiting.refresh': 'Havaozy izao',
  'late.title': 'Mbola tsy nisy niseho teo amin’ny findainao?',
  'late.open': 'Tsy nahazo fangatahana aho, na diso ny laharana',
  'late.check': 'Marina ve ny laharana {payer}? Velona ve io finday io, ary misy tambajotra?',
  'late.send': 'Handefa fangatahana vaovao',
  'late.wait': 'Mbola hiandry',
  'unresolved.title': 'Mbola tsy voamarina',
  'unresolved.lead': 'Tsy namaly ny mpandraharaha, ka mbola tsy fantatra raha efa nandoa ianao. Mbola anontaniana hatrany izy.',
  'unresolved.sms': 'Nahazo SMS ve ianao fa efa nandoa?',
  'unresolved.open': 'Hampiditra ny laharana ao amin’ny SMS',
  'unresolved.label': 'Laharana (Ref) ao amin’ny SMS',
  'unresolved.hint': 'Litera sy tarehimarika, ohatra 636042511',
  'unresolved.submit': 'Hamarino ny laharana',
  'unresolved.noSms': 'Tsy nahazo SMS, ary tsy nisy vola niala?',
  'unresolved.wait': 'Andraso kely eto: aza mandoa indray aloha.',
  'review.title': 'Mbola hamarinina ny fandoavana',
  'paid.title': 'Voaloa',
  'paid.lead': 'Voarain’ny {partner} ny volanao. Misaotra!',
  'paid.keep': 'Rosianao ity pejy ity. Tehirizo ny adiresiny, na ataovy pirinty.',
  'failed.title': 'Tsy voaloa',
  'failed.retry': 'Andramo indray',
  'receipt.amount': 'Vola',
  'receipt.payer': 'Laharana nandoa',
  'receipt.order': 'Kaomandy',
  'receipt.reference': 'Laharana (Ref)',
  'receipt.time': 'Fotoana',
  'done.title': 'Efa voaloa',
  'done.lead': 'Efa voaloa ity kaomandy ity. Tsy misy haloa intsony. Ao amin’ny pejin’ny olona nandoa ny rosia.',
  'busy.lead': 'Misy fandoavana mandeha ho an’ity kaomandy ity. Raha anao io, dia hamafiso eo amin’ny findainao.',
  'closed.title': 'Tsy mandray vola intsony ity pejy ity',
  'error.title': 'Tsy azo aseho ity pejy ity',
};

const all: Readonly<Record<Language, Texts>> = { mg, fr, en };
const NO_BREAK_SPACE = '\u00a0';

/** The texts of a page in one language. */
export interface PageTexts {
  readonly language: Language;
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** `25 000 Ar` from `25000`; English writes `25,000 Ar`. */
  money(digits: string): string;
}

/**
 * Makes the texts of a language.
 *
 * @param operatorName the operator's name as payers know it; null: the texts say "mobile money"
 */
export function pageTexts(language: Language, operatorName: string | null): PageTexts {
  const { operator } = all[language];
  return {
    language,
    t: (key, values = {}) =>
      all[language][key]
        // French sets a space before these signs. A line must not break there.
        .replace(/ (?=[?!:;])/g, NO_BREAK_SPACE)
        // A name keeps its letters, also at the beginning of a label.
        .replace(/^\{operator\}/, () => operatorName ?? operator.charAt(0).toUpperCase() + operator.slice(1))
        .replaceAll('{operator}', () => operatorName ?? operator)
        .replace(/\{(\w+)\}/g, (placeholder, name: string) => {
          const value = String(values[name] ?? placeholder);
          return name === 'payer' ? value.replaceAll(' ', NO_BREAK_SPACE) : value;
        }),
    money: (digits) => formatMoney(digits, language),
  };
}
