import type { Language } from './language.ts';
import type { ProblemCode } from './problems.ts';

type Sentence = Readonly<Record<Language, string>>;

const sentences: Readonly<Record<ProblemCode, Sentence>> = {
  invalid_request: {
    mg: 'Misy diso ny fangatahana. Avereno sokafana ity pejy ity, dia andramo indray.',
    fr: 'La demande n’est pas valable. Rechargez la page et réessayez.',
    en: 'The request is not valid. Reload the page and try again.',
  },
  msisdn_invalid: {
    mg: 'Hamarino ny laharana: 10 isa, toy ny 034 12 345 67.',
    fr: 'Vérifiez le numéro : 10 chiffres, comme 034 12 345 67.',
    en: 'Check the number: 10 digits, like 034 12 345 67.',
  },
  msisdn_other_operator: {
    mg: 'An’ny mpandraharaha hafa io laharana io. Mampiasà laharana 034, 037 na 038.',
    fr: 'Ce numéro est celui d’un autre opérateur. Utilisez un numéro en 034, 037 ou 038.',
    en: 'This number belongs to another operator. Use one that starts with 034, 037 or 038.',
  },
  order_token_missing: {
    mg: 'Tsy hita ny kaomandinao. Miverena any amin’ny fivarotana.',
    fr: 'Votre commande est introuvable. Retournez à la boutique.',
    en: 'Your order was not found. Go back to the shop.',
  },
  order_token_invalid: {
    mg: 'Tsy azo antoka ny kaomandinao. Miverena any amin’ny fivarotana.',
    fr: 'Votre commande n’a pas pu être vérifiée. Retournez à la boutique.',
    en: 'Your order could not be verified. Go back to the shop.',
  },
  order_token_claims: {
    mg: 'Misy diso ny kaomandy nalefan’ny fivarotana. Lazao azy ireo azafady.',
    fr: 'La commande transmise par la boutique est incomplète. Prévenez la boutique.',
    en: 'The shop sent an order that is not complete. Please tell the shop.',
  },
  order_token_expired: {
    mg: 'Lany daty ity pejy fandoavam-bola ity. Miverena any amin’ny fivarotana.',
    fr: 'Cette page de paiement a expiré. Retournez à la boutique.',
    en: 'This payment page has expired. Go back to the shop.',
  },
  order_changed: {
    mg: 'Niova ny vola aloa nefa mbola misy fandoavana mandeha. Andraso hifarana izay.',
    fr: 'Le montant a changé alors qu’un paiement est en cours. Attendez sa fin.',
    en: 'The amount has changed while a payment is under way. Wait until it ends.',
  },
  attempts_exhausted: {
    mg: 'Betsaka loatra ny andrana ho an’ity kaomandy ity. Mifandraisa amin’ny fivarotana.',
    fr: 'Trop d’essais pour cette commande. Contactez la boutique.',
    en: 'Too many attempts for this order. Contact the shop.',
  },
  too_many_for_msisdn: {
    mg: 'Be loatra ny fangatahana ho an’io laharana io. Andraso minitra vitsy.',
    fr: 'Trop de demandes pour ce numéro. Patientez quelques minutes.',
    en: 'Too many requests for this number. Wait a few minutes.',
  },
  too_many_from_address: {
    mg: 'Be loatra ny fangatahana avy aty aminao. Andraso minitra vitsy.',
    fr: 'Trop de demandes depuis votre connexion. Patientez quelques minutes.',
    en: 'Too many requests from your connection. Wait a few minutes.',
  },
  prompt_open: {
    mg: 'Misy fandoavana hafa miandry eo amin’io finday io. Vitao aloha izay, dia andramo indray.',
    fr: 'Un autre paiement attend sur ce téléphone. Terminez-le, puis réessayez.',
    en: 'Another payment is waiting on this phone. Finish it, then try again.',
  },
  too_many_streams: {
    mg: 'Be mpampiasa ny tolotra izao. Mbola arahina ihany ny fandoavanao.',
    fr: 'Le service est très demandé. Votre paiement reste suivi.',
    en: 'The service is busy. Your payment is still being followed.',
  },
  payment_not_found: {
    mg: 'Tsy hita io fandoavana io.',
    fr: 'Ce paiement est introuvable.',
    en: 'This payment was not found.',
  },
  callback_unknown: { mg: 'Tsy fantatra io adiresy io.', fr: 'Cette adresse est inconnue.', en: 'This address is unknown.' },
  not_found: { mg: 'Tsy misy na inona na inona eto.', fr: 'Il n’y a rien à cette adresse.', en: 'There is nothing at this address.' },
  method_not_allowed: {
    mg: 'Tsy azo atao izany eto.',
    fr: 'Cette adresse n’accepte pas cette méthode.',
    en: 'This address does not take that method.',
  },
  body_too_large: { mg: 'Lehibe loatra ny nalefa.', fr: 'La demande est trop volumineuse.', en: 'The request is too large.' },
  unsupported_media_type: {
    mg: 'Tsy azo vakiana ny nalefa.',
    fr: 'Le format de la demande n’est pas accepté.',
    en: 'The format of the request is not accepted.',
  },
  body_already_read: {
    mg: 'Tsy voarindra tsara ny tolotry ny fivarotana. Ampahafantaro azy.',
    fr: 'Le service de la boutique est mal configuré. Prévenez-la.',
    en: 'The shop’s service is not set up properly. Please tell the shop.',
  },
  reference_not_accepted: {
    mg: 'Tsy ilaina intsony ny laharan’ny SMS ho an’ity fandoavana ity.',
    fr: 'Ce paiement n’a pas besoin de la référence du SMS.',
    en: 'This payment does not need the reference from the SMS.',
  },
  reference_mismatch: {
    mg: 'Tsy mifanaraka amin’ity fandoavana ity io laharana io. Hamarino ao amin’ny SMS.',
    fr: 'Cette référence ne correspond pas à ce paiement. Vérifiez-la dans le SMS.',
    en: 'This reference does not match this payment. Check it in the SMS.',
  },
  reference_attempts_exhausted: {
    mg: 'Be loatra ny andrana. Asehoy ny fivarotana ny SMS.',
    fr: 'Trop d’essais. Montrez le SMS à la boutique.',
    en: 'Too many tries. Show the SMS to the shop.',
  },
  resolve_not_possible: {
    mg: 'Efa vita ity fandoavana ity.',
    fr: 'Ce paiement est déjà terminé.',
    en: 'This payment is already final.',
  },
  merchant_key_invalid: { mg: 'Diso ny fanalahidy.', fr: 'La clé n’est pas la bonne.', en: 'The key is not right.' },
  key_attempts_exhausted: {
    mg: 'Be loatra ny fanalahidy diso. Andraso kely vao mamerina.',
    fr: 'Trop de clés erronées. Patientez un peu avant de réessayer.',
    en: 'Too many wrong keys. Wait a little before you try again.',
  },
  merchant_api_off: {
    mg: 'Tsy mandeha ity faritra ity.',
    fr: 'Cet espace n’est pas activé.',
    en: 'This area is not switched on.',
  },
  webhook_not_found: {
    mg: 'Tsy hita io fampandrenesana io.',
    fr: 'Cette notification est introuvable.',
    en: 'This notification was not found.',
  },
  operator_unavailable: {
    mg: 'Tsy azo ny mpandraharaha izao. Andramo indray afaka kelikely.',
    fr: 'L’opérateur ne répond pas pour l’instant. Réessayez dans un moment.',
    en: 'The operator does not answer just now. Try again in a moment.',
  },
  storage_unavailable: {
    mg: 'Tsy afaka mandray fandoavana ny tolotra izao. Andramo indray afaka kelikely.',
    fr: 'Le service ne peut pas prendre de paiement pour l’instant. Réessayez dans un moment.',
    en: 'The service cannot take payments just now. Try again in a moment.',
  },
  shutting_down: {
    mg: 'Miverina indray ny tolotra. Andramo afaka segondra vitsy.',
    fr: 'Le service redémarre. Réessayez dans quelques secondes.',
    en: 'The service is restarting. Try again in a few seconds.',
  },
  internal: {
    mg: 'Nisy olana teo aminay. Andramo indray afaka kelikely.',
    fr: 'Un problème est survenu chez nous. Réessayez dans un moment.',
    en: 'Something went wrong on our side. Try again in a moment.',
  },
  payment_failed: {
    mg: 'Tsy tontosa ny fandoavana. Tsy nisy vola niala. Afaka manandrana indray ianao.',
    fr: 'Le paiement n’a pas abouti. Rien n’a été débité. Vous pouvez réessayer.',
    en: 'The payment did not go through. Nothing was debited. You can try again.',
  },
  payment_declined: {
    mg: 'Nolavina tamin’ny finday ny fandoavana. Tsy nisy vola niala.',
    fr: 'Le paiement a été refusé sur le téléphone. Rien n’a été débité.',
    en: 'The payment was declined on the phone. Nothing was debited.',
  },
  insufficient_funds: {
    mg: 'Tsy ampy ny vola ao amin’ny kaonty. Ampio izany, na mampiasà laharana hafa.',
    fr: 'Le solde est insuffisant. Rechargez le compte ou utilisez un autre numéro.',
    en: 'There is not enough money in the account. Top it up, or use another number.',
  },
  payer_unknown: {
    mg: 'Tsy manana kaonty mobile money io laharana io. Hamarino ny laharana.',
    fr: 'Ce numéro n’a pas de compte mobile money. Vérifiez-le.',
    en: 'This number has no mobile money account. Check the number.',
  },
  same_parties: {
    mg: 'An’ny fivarotana io laharana io. Mampiasà ny laharanao.',
    fr: 'Ce numéro est celui de la boutique. Utilisez le vôtre.',
    en: 'This is the shop’s own number. Use yours.',
  },
  amount_too_small: {
    mg: 'Kely loatra ity vola ity ka tsy azo aloa amin’ny mobile money.',
    fr: 'Ce montant est trop petit pour le mobile money.',
    en: 'This amount is too small for mobile money.',
  },
  amount_too_large: {
    mg: 'Mihoatra ny fetra azon’ity kaonty ity aloa ity vola ity.',
    fr: 'Ce montant dépasse la limite de ce compte.',
    en: 'This amount is above the limit of this account.',
  },
  request_refused: {
    mg: 'Nolavin’ny mpandraharaha ny fandoavana. Tsy nisy vola niala. Lazao amin’ny fivarotana azafady.',
    fr: 'L’opérateur a refusé le paiement. Rien n’a été débité. Prévenez la boutique.',
    en: 'The operator refused the payment. Nothing was debited. Please tell the shop.',
  },
  operator_credentials: {
    mg: 'Tsy afaka mandray vola ny fivarotana izao. Tsy nisy vola niala. Lazao azy azafady.',
    fr: 'La boutique ne peut pas encaisser pour l’instant. Rien n’a été débité. Prévenez-la.',
    en: 'The shop cannot take payments just now. Nothing was debited. Please tell the shop.',
  },
  operator_busy: {
    mg: 'Be asa ny mpandraharaha. Tsy nisy vola niala. Andramo indray afaka kelikely.',
    fr: 'L’opérateur est surchargé. Rien n’a été débité. Réessayez dans un moment.',
    en: 'The operator is busy. Nothing was debited. Try again in a moment.',
  },
  operator_unreachable: {
    mg: 'Tsy tratra ny mpandraharaha. Tsy nisy vola niala. Andramo indray afaka kelikely.',
    fr: 'L’opérateur est injoignable. Rien n’a été débité. Réessayez dans un moment.',
    en: 'The operator could not be reached. Nothing was debited. Try again in a moment.',
  },
  not_sent: {
    mg: 'Tapaka ny fangatahana talohan’ny nandefasana azy. Tsy nisy vola niala. Andramo indray.',
    fr: 'La demande a été interrompue avant l’envoi. Rien n’a été débité. Réessayez.',
    en: 'The request was interrupted before it was sent. Nothing was debited. Try again.',
  },
  details_mismatch: {
    mg: 'Hamarinin’ny fivarotana ny fandoavanao. Aza mandoa indray.',
    fr: 'La boutique vérifie votre paiement. Ne payez pas une seconde fois.',
    en: 'The shop is checking your payment. Do not pay again.',
  },
};

/** The sentence that a person reads for a code. */
export function sentenceFor(code: ProblemCode, language: Language): string {
  return sentences[code][language];
}
