import { FAILURE_SENTENCES } from './failureMessages.ts';
import type { Language } from './language.ts';
import type { ProblemCode } from './problems.ts';
import { keepTogether } from './typography.ts';

type Sentence = Readonly<Record<Language, string>>;

/**
 * What a person reads: what happened, what it means for their money, and what to do next. A sentence promises that nothing was debited
 * only where the companion knows it. A page whose order token has expired may belong to an order that is paid.
 */
const sentences: Readonly<Record<ProblemCode, Sentence>> = {
  invalid_request: {
    mg: 'Misy diso ny fangatahana ka tsy noraisina. Avereno sokafana ity pejy ity, dia andramo indray.',
    fr: 'La demande n’est pas valable et n’a pas été traitée. Rechargez la page, puis réessayez.',
    en: 'The request is not valid and was not processed. Reload the page, then try again.',
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
    mg: 'Tsy azo hamarinina ny kaomandinao. Miverena any amin’ny fivarotana.',
    fr: 'Votre commande n’a pas pu être vérifiée. Retournez à la boutique.',
    en: 'Your order could not be verified. Go back to the shop.',
  },
  order_token_claims: {
    mg: 'Tsy feno na misy diso ny kaomandy nalefan’ny fivarotana, ka tsy azo aloa. Lazao azy ireo azafady.',
    fr: 'La commande transmise par la boutique est incomplète ou erronée et ne peut pas être payée. Prévenez la boutique.',
    en: 'The shop sent an order that is incomplete or wrong, so it cannot be paid. Please tell the shop.',
  },
  order_token_expired: {
    mg: 'Lany daty ity pejy fandoavam-bola ity. Miverena any amin’ny fivarotana. Raha efa nandoa ianao, aza mandoa indray.',
    fr: 'Cette page de paiement a expiré. Retournez à la boutique. Si vous avez déjà payé, ne payez pas une seconde fois.',
    en: 'This payment page has expired. Go back to the shop. If you have already paid, do not pay again.',
  },
  order_changed: {
    mg: 'Efa misy fandoavana hafa noho izany vola izany ho an’ity kaomandy ity. Tsy nisy fandoavana vaovao natomboka. Andraso ny valin’ilay teo aloha, na mifandraisa amin’ny fivarotana.',
    fr: 'Cette commande a déjà un paiement d’un autre montant. Aucun nouveau paiement n’a été lancé. Attendez le résultat du premier ou contactez la boutique.',
    en: 'This order already has a payment with another amount. No new payment was started. Wait for the result of the first one, or contact the shop.',
  },
  attempts_exhausted: {
    mg: 'Be loatra ny andrana ho an’ity kaomandy ity. Tsy nisy fandoavana vaovao natomboka. Mifandraisa amin’ny fivarotana.',
    fr: 'Trop d’essais pour cette commande. Aucun nouveau paiement n’a été lancé. Contactez la boutique.',
    en: 'Too many attempts for this order. No new payment was started. Contact the shop.',
  },
  too_many_for_msisdn: {
    mg: 'Be loatra ny fangatahana ho an’io laharana io. Tsy nisy fandoavana vaovao natomboka. Andraso minitra vitsy.',
    fr: 'Trop de demandes pour ce numéro. Aucun nouveau paiement n’a été lancé. Patientez quelques minutes.',
    en: 'Too many requests for this number. No new payment was started. Wait a few minutes.',
  },
  too_many_from_address: {
    mg: 'Be loatra ny fangatahana avy amin’ny fifandraisanao. Tsy nisy fandoavana vaovao natomboka. Andraso minitra vitsy.',
    fr: 'Trop de demandes depuis votre connexion. Aucun nouveau paiement n’a été lancé. Patientez quelques minutes.',
    en: 'Too many requests from your connection. No new payment was started. Wait a few minutes.',
  },
  prompt_open: {
    mg: 'Misy fandoavana hafa miandry eo amin’io finday io. Vitao aloha izay, dia andramo indray.',
    fr: 'Un autre paiement attend sur ce téléphone. Terminez-le, puis réessayez.',
    en: 'Another payment is waiting on this phone. Finish it, then try again.',
  },
  too_many_streams: {
    mg: 'Be mpampiasa ny tolotra izao, ka mety ho tara ny vaovao. Mitohy ihany ny fandoavanao.',
    fr: 'Le service est très demandé, cette page se met à jour moins souvent. Votre paiement continue.',
    en: 'The service is busy, so this page updates less often. Your payment continues.',
  },
  payment_not_found: {
    mg: 'Tsy hita io fandoavana io.',
    fr: 'Ce paiement est introuvable.',
    en: 'This payment was not found.',
  },
  callback_unknown: {
    mg: 'Tsy misy fandoavana manana io adiresy io.',
    fr: 'Aucun paiement n’a cette adresse de rappel.',
    en: 'No payment has this callback address.',
  },
  not_found: { mg: 'Tsy misy na inona na inona eto.', fr: 'Il n’y a rien à cette adresse.', en: 'There is nothing at this address.' },
  method_not_allowed: {
    mg: 'Tsy azo ampiasaina amin’ity adiresy ity io fomba io.',
    fr: 'Cette adresse n’accepte pas cette méthode.',
    en: 'This address does not accept that method.',
  },
  body_too_large: {
    mg: 'Lehibe loatra ny fangatahana ka tsy noraisina.',
    fr: 'La demande est trop volumineuse et n’a pas été traitée.',
    en: 'The request is too large and was not processed.',
  },
  unsupported_media_type: {
    mg: 'Tsy azo vakiana ny fangatahana ka tsy noraisina.',
    fr: 'Le format de la demande n’est pas accepté.',
    en: 'The format of the request is not accepted.',
  },
  body_already_read: {
    mg: 'Tsy voarindra tsara ny tolotry ny fivarotana, ka tsy noraisina ny fangatahanao. Lazao azy ireo azafady.',
    fr: 'Le service de la boutique est mal configuré : votre demande n’a pas été traitée. Prévenez la boutique.',
    en: 'The shop’s service is not set up correctly, so your request was not processed. Please tell the shop.',
  },
  reference_not_accepted: {
    mg: 'Tsy ilaina intsony ny laharan’ny SMS ho an’ity fandoavana ity. Avereno sokafana ity pejy ity mba hahitana ny valiny.',
    fr: 'Ce paiement n’a plus besoin de la référence du SMS. Rechargez la page pour voir son résultat.',
    en: 'This payment no longer needs the reference from the SMS. Reload the page to see its result.',
  },
  reference_mismatch: {
    mg: 'Tsy mifanaraka amin’ity fandoavana ity io laharana io, ka tsy nisy niova. Hamarino ao amin’ny SMS, dia andramo indray.',
    fr: 'Cette référence ne correspond pas à ce paiement, qui reste inchangé. Vérifiez-la dans le SMS, puis réessayez.',
    en: 'This reference does not match this payment, which stays as it was. Check it in the SMS, then try again.',
  },
  reference_attempts_exhausted: {
    mg: 'Be loatra ny laharana nandramana ho an’ity fandoavana ity. Aza mandoa indray: asehoy ny fivarotana ny SMS mba hanamarinany azy.',
    fr: 'Trop de références essayées pour ce paiement. Ne payez pas une seconde fois : montrez le SMS à la boutique, qui vérifiera.',
    en: 'Too many references were tried for this payment. Do not pay again: show the SMS to the shop, which can check the payment.',
  },
  resolve_not_possible: {
    mg: 'Tsy mila fanamarinana izany ity fandoavana ity. Tsy nisy voarakitra. Avereno sokafana izy mba hahitana ny toerany.',
    fr: 'Ce paiement ne permet pas cette résolution. Rien n’a été enregistré. Rechargez-le pour voir son état.',
    en: 'This payment does not allow this resolution. Nothing was recorded. Reload it to see its status.',
  },
  resolution_changed: {
    mg: 'Niova ny vahaolana voasoratra ho an’ity fandoavana ity. Tsy nisy voarakitra. Vakio ilay vaovao, dia manapaha hevitra indray.',
    fr: 'La résolution de ce paiement a changé entre-temps. Rien n’a été enregistré. Lisez la nouvelle, puis décidez.',
    en: 'The resolution of this payment has changed meanwhile. Nothing was recorded. Read the new one, then decide.',
  },
  merchant_key_invalid: {
    mg: 'Tsy manan-kery io fanalahidy io. Hamarino, dia andramo indray.',
    fr: 'Cette clé n’est pas valable. Vérifiez-la, puis réessayez.',
    en: 'This key is not valid. Check it, then try again.',
  },
  key_attempts_exhausted: {
    mg: 'Be loatra ny fanalahidy diso avy amin’ny fifandraisanao. Andraso kely vao mamerina.',
    fr: 'Trop de clés erronées depuis votre connexion. Patientez un peu avant de réessayer.',
    en: 'Too many wrong keys from your connection. Wait a little before you try again.',
  },
  scope_insufficient: {
    mg: 'Tsy mahazo manao izany ny fanalahidinao. Tsy nisy niova. Mangataha fanalahidy hafa amin’ny tompon’ny fivarotana.',
    fr: 'Votre clé ne permet pas cette action. Rien n’a changé. Demandez une autre clé au responsable du commerce.',
    en: 'Your key does not allow this action. Nothing has changed. Ask the owner of the shop for another key.',
  },
  origin_not_allowed: {
    mg: 'Tsy avy amin’ny pejin’ny mpivarotra ny fangatahana. Tsy nisy niova. Sokafy indray ny pejy, dia andramo indray.',
    fr: 'La demande ne vient pas de l’espace marchand. Rien n’a changé. Rouvrez la page, puis réessayez.',
    en: 'The request does not come from the merchant’s page. Nothing has changed. Open the page again, then try again.',
  },
  key_not_found: {
    mg: 'Tsy hita io fanalahidy io.',
    fr: 'Cette clé est introuvable.',
    en: 'This key was not found.',
  },
  merchant_api_off: {
    mg: 'Tsy mandeha ny faritry ny mpivarotra. Asao ny mpikarakara ny lohamilina hametraka ny MERCHANT_API_KEY.',
    fr: 'L’espace marchand n’est pas activé. Demandez à la personne qui gère le serveur de définir MERCHANT_API_KEY.',
    en: 'The merchant area is not switched on. Ask the person who runs the server to set MERCHANT_API_KEY.',
  },
  transaction_not_found: {
    mg: 'Tsy hita io fandoavana io, na tsy tafiditra ao ny laharanao. Hamarino ny laharana (Ref).',
    fr: 'Cette transaction est introuvable, ou votre numéro n’y figure pas. Vérifiez la référence.',
    en: 'This transaction was not found, or your number is not part of it. Check the reference.',
  },
  too_many_lookups: {
    mg: 'Be loatra ny fikarohana natao. Andraso kely, dia avereno.',
    fr: 'Trop de recherches en une minute. Patientez un peu, puis réessayez.',
    en: 'Too many searches within a minute. Wait a little, then try again.',
  },
  refund_not_possible: {
    mg: 'Tsy mbola voaloa ity fandoavana ity, ka tsy misy vola haverina. Tsy nisy voarakitra.',
    fr: 'Ce paiement n’est pas encaissé : il n’y a rien à rembourser. Rien n’a été enregistré.',
    en: 'This payment is not paid, so there is nothing to refund. Nothing was recorded.',
  },
  refund_exceeds_payment: {
    mg: 'Mihoatra ny vola naloa ny vola haverina. Tsy nisy voarakitra. Hamarino ny vola efa naverina.',
    fr: 'Les remboursements dépasseraient le paiement. Rien n’a été enregistré. Vérifiez ce qui est déjà remboursé.',
    en: 'The refunds would exceed the payment. Nothing was recorded. Check what is refunded already.',
  },
  refund_not_found: {
    mg: 'Tsy hita io famerenam-bola io.',
    fr: 'Ce remboursement est introuvable.',
    en: 'This refund was not found.',
  },
  webhook_not_found: {
    mg: 'Tsy hita io webhook io.',
    fr: 'Cette notification est introuvable.',
    en: 'This webhook was not found.',
  },
  public_url_missing: {
    mg: 'Tsy azo forona ny rohy satria mbola tsy voatondro ny adiresin’ny tolotra. Ampidiro ao amin’ny Fametrahana izany, na asao ny tompon’ny fivarotana hanao azy.',
    fr: 'Le lien n’a pas été créé : l’adresse publique du service n’est pas définie. Indiquez-la dans Installation, ou demandez-le au propriétaire de la boutique.',
    en: 'The link was not created, because the service has no public address. Set it under Setup, or ask the owner of the shop.',
  },
  setting_fixed: {
    mg: 'Voatondro ao amin’ny lohamilina io safidy io, ka tsy azo ovana eto. Tsy nisy niova. Anontanio ny mpikarakara ny lohamilina.',
    fr: 'Ce réglage est défini sur le serveur et ne peut pas être changé ici. Rien n’a changé. Demandez à la personne qui gère le serveur.',
    en: 'This setting is set on the server and cannot be changed here. Nothing was changed. Ask the person who runs the server.',
  },
  setting_invalid: {
    mg: 'Misy safidy diso. Tsy nisy niova. Ahitsio ilay voatondro, dia tehirizo indray.',
    fr: 'Un réglage n’est pas valide. Rien n’a changé. Corrigez celui qui est indiqué, puis enregistrez de nouveau.',
    en: 'A setting is wrong. Nothing was changed. Correct the one that is marked, then save again.',
  },
  setting_refused: {
    mg: 'Nandramana ilay safidy, nefa tsy mandeha. Tsy nisy niova. Jereo ny antony, dia andramo indray.',
    fr: 'Le réglage a été essayé et ne fonctionne pas. Rien n’a changé. Lisez la raison, puis réessayez.',
    en: 'The setting was tried and does not work. Nothing was changed. Read the reason, then try again.',
  },
  statement_unreadable: {
    mg: 'Tsy voavaky ny fitanisana fandoavana. Tsy nisy voarakitra. Ahitsio ilay andalana voatondro, dia alefaso indray.',
    fr: 'Le relevé ne peut pas être lu. Rien n’a été enregistré. Corrigez la ligne indiquée, puis envoyez-le de nouveau.',
    en: 'The statement cannot be read. Nothing was stored. Correct the line that is named, then upload it again.',
  },
  statement_not_found: {
    mg: 'Tsy hita io fitanisana fandoavana io. Alefaso indray ny rakitra raha mbola ilainao.',
    fr: 'Ce relevé est introuvable. Importez de nouveau le fichier si vous en avez besoin.',
    en: 'This statement was not found. Import the file again if you need it.',
  },
  too_many_imports: {
    mg: 'Misy fitanisana hafa mbola vakina. Tsy nisy voarakitra. Andraso kely, dia alefaso indray.',
    fr: 'D’autres relevés sont en cours de lecture. Rien n’a été enregistré. Patientez un peu, puis réessayez.',
    en: 'Other statements are being read. Nothing was stored. Wait a moment, then try again.',
  },
  idempotency_key_reused: {
    mg: 'Efa nampiasaina tamin’ny fangatahana hafa io Idempotency-Key io. Tsy nisy noforonina.',
    fr: 'Cette Idempotency-Key a déjà servi pour une autre demande. Rien n’a été créé.',
    en: 'This Idempotency-Key was used for another request. Nothing was created.',
  },
  link_not_found: {
    mg: 'Tsy hita io rohy fandoavam-bola io.',
    fr: 'Ce lien de paiement est introuvable.',
    en: 'This payment link was not found.',
  },
  order_taken: {
    mg: 'Efa misy fandoavana avy amin’ny laharana hafa ho an’ity kaomandy ity. Tsy nisy fangatahana nalefa. Anontanio ny tompon’ny fivarotana.',
    fr: 'Cette commande a déjà un paiement d’un autre numéro. Aucune demande n’a été envoyée. Adressez-vous au responsable du commerce.',
    en: 'This order already has a payment of another number. No request was sent. Ask the owner of the shop.',
  },
  link_order_taken: {
    mg: 'Efa misy rohy hafa ho an’io kaomandy io, na efa voaloa izy. Tsy nisy rohy noforonina.',
    fr: 'Un autre lien actif encaisse déjà cette commande, ou elle est déjà payée. Aucun lien n’a été créé.',
    en: 'Another active link collects this order already, or the order is paid. No link was created.',
  },
  link_paid: {
    mg: 'Efa voaloa ity rohy ity.',
    fr: 'Ce lien est déjà payé.',
    en: 'This link is already paid.',
  },
  link_cancelled: {
    mg: 'Nofoanan’ny mpivarotra ity rohy ity. Tsy nisy fandoavana vaovao natomboka. Mifandraisa amin’ny mpivarotra.',
    fr: 'Le vendeur a annulé ce lien. Aucun nouveau paiement n’a été lancé. Contactez le vendeur.',
    en: 'The seller has cancelled this link. No new payment was started. Contact the seller.',
  },
  link_expired: {
    mg: 'Lany daty ity rohy ity. Tsy nisy fandoavana vaovao natomboka. Mangataha rohy vaovao amin’ny mpivarotra.',
    fr: 'Ce lien a expiré. Aucun nouveau paiement n’a été lancé. Demandez un nouveau lien au vendeur.',
    en: 'This link has expired. No new payment was started. Ask the seller for a new link.',
  },
  payment_in_progress: {
    mg: 'Misy fandoavana mandeha ho an’ity kaomandy ity. Tsy nisy fandoavana vaovao natomboka. Raha anao io, dia hamafiso eo amin’ny findainao. Raha tsy izany, andraso kely, dia avereno sokafana ity pejy ity.',
    fr: 'Un paiement de cette commande est déjà en cours. Aucun nouveau paiement n’a été lancé. Si c’est le vôtre, confirmez-le sur votre téléphone. Sinon, patientez un peu, puis rechargez la page.',
    en: 'A payment of this order is already in progress. No new payment was started. If it is yours, confirm it on your phone. If not, wait a little, then reload the page.',
  },
  form_invalid: {
    mg: 'Efa ela loatra ity pejy ity. Tsy nisy fandoavana vaovao natomboka. Andramo indray.',
    fr: 'Cette page était ouverte depuis trop longtemps. Aucun nouveau paiement n’a été lancé. Réessayez.',
    en: 'This page was open for too long. No new payment was started. Try again.',
  },
  cross_site_request: {
    mg: 'Avy amin’ny tranonkala hafa ity fangatahana ity, ka tsy noraisina.',
    fr: 'Cette demande vient d’un autre site et n’a pas été traitée.',
    en: 'This request came from another site and was not processed.',
  },
  webhooks_off: {
    mg: 'Tsy mandefa webhook ny lohamilina, ka tsy nisy nalefa. Asao ny mpikarakara azy hametraka ny WEBHOOK_URL.',
    fr: 'Le serveur n’envoie pas de notifications à la boutique : rien n’a été envoyé. Demandez à la personne qui le gère de définir WEBHOOK_URL.',
    en: 'The server sends no webhooks, so nothing was sent. Ask the person who runs it to set WEBHOOK_URL.',
  },
  operator_unavailable: {
    mg: 'Tsy azo anontaniana ny mpandraharaha izao. Tsy nisy niova ny fandoavanao. Andramo indray afaka kelikely.',
    fr: 'L’opérateur ne répond pas pour l’instant. L’état de votre paiement n’a pas changé. Réessayez dans un moment.',
    en: 'The operator does not answer right now. The state of your payment has not changed. Try again in a moment.',
  },
  setup_incomplete: {
    mg: 'Mbola tsy vonona handray fandoavana ity mpivarotra ity. Tsy nisy vola nesorina. Andramo indray rehefa afaka kelikely, na manatòna ny mpivarotra.',
    fr: 'Ce marchand ne peut pas encore prendre de paiement. Rien n’a été débité. Réessayez plus tard, ou contactez le marchand.',
    en: 'This merchant cannot take payments yet. No money was taken. Try again later, or ask the merchant.',
  },
  storage_unavailable: {
    mg: 'Tsy afaka mandray fandoavana ny tolotra izao. Raha efa nanamafy fandoavana teo amin’ny findainao ianao, dia tsy very izany. Andramo indray afaka kelikely.',
    fr: 'Le service ne peut pas prendre de paiement pour l’instant. Un paiement déjà confirmé sur votre téléphone n’est pas perdu. Réessayez dans un moment.',
    en: 'The service cannot take payments right now. A payment that you have confirmed on your phone is not lost. Try again in a moment.',
  },
  shutting_down: {
    mg: 'Averina alefa ny tolotra, ka tsy noraisina ny fangatahanao. Andramo indray afaka segondra vitsy.',
    fr: 'Le service redémarre et n’a pas traité votre demande. Réessayez dans quelques secondes.',
    en: 'The service is restarting and did not process your request. Try again in a few seconds.',
  },
  internal: {
    mg: 'Nisy olana teo aminay. Raha efa nanamafy fandoavana teo amin’ny findainao ianao, dia tsy very izany. Andramo indray afaka kelikely.',
    fr: 'Un problème est survenu chez nous. Un paiement déjà confirmé sur votre téléphone n’est pas perdu. Réessayez dans un moment.',
    en: 'Something went wrong on our side. A payment that you have confirmed on your phone is not lost. Try again in a moment.',
  },
  ...FAILURE_SENTENCES,
};

/** The sentence that a person reads for a problem code. */
export function sentenceFor(code: ProblemCode, language: Language): string {
  return keepTogether(sentences[code][language], language);
}
