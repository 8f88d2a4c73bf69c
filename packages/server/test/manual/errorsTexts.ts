/** The answers of the operator to an initiation, in the order of the page. */
export type AnswerName =
  | 'accepted'
  | 'unreadable'
  | 'badRequest'
  | 'temporary'
  | 'unauthorized'
  | 'business'
  | 'forbidden'
  | 'notFoundBusiness'
  | 'notFound'
  | 'conflict'
  | 'throttled'
  | 'broken'
  | 'noAnswer'
  | 'neverSent';

type Row = readonly string[];

/** The words of the page of errors in one language. */
export interface ErrorsTexts {
  readonly introduction: string;
  readonly answersTitle: string;
  readonly answersHead: Row;
  readonly answers: Readonly<Record<AnswerName, string>>;
  readonly notSent: string;
  readonly businessLead: string;
  readonly businessHead: Row;
  readonly othersLead: string;
  readonly othersHead: Row;
  readonly others: readonly Row[];
  readonly statusCheck: string;
  readonly failuresTitle: string;
  readonly failuresHead: Row;
  readonly problemsTitle: string;
  readonly problemsHead: Row;
  readonly retry: Readonly<Record<'now' | 'later' | 'never', string>>;
}

export const ENGLISH: ErrorsTexts = {
  introduction: `# Errors

Every error has a stable code. An API error is a problem document (RFC 9457) with the code in \`code\`. A failed payment has the code in \`failure.code\`. Both also carry a sentence for a person, in the language of \`?locale=\` or \`Accept-Language\` ([the sentences](../packages/shared/src/problemMessages.ts)). Show that sentence, and branch on the code. The column *retry* says whether the same request can succeed later.

\`pnpm --filter @tsena/server manual\` generates this page.`,
  answersTitle: 'What the operator’s answers mean',
  answersHead: ['the operator answers the initiation', 'the payment becomes'],
  answers: {
    accepted: '200, 202 with a serverCorrelationId',
    unreadable: '200, 202 without one, or unreadable',
    badRequest: '400',
    temporary: '400 with mmErrorCode 4002, after one repetition',
    unauthorized: '401, after one renewal of the token',
    business: '402 without a known `errorCode`',
    forbidden: '403',
    notFoundBusiness: '404 with a business error',
    notFound: '404 without a body, or from the gateway',
    conflict: '409',
    throttled: '429',
    broken: '500, 502, 503, 504',
    noAnswer: 'no answer in time, or the connection broke',
    neverSent: 'no connection: DNS, refused, TLS',
  },
  notSent: ': nothing was sent',
  businessLead:
    'An unresolved payment may have been accepted; the companion never sends it again. If the answer is a business error, its `errorCode` decides:',
  businessHead: ['errorCode', 'the payment becomes'],
  othersLead: 'Other codes of the operator:',
  othersHead: ['code', 'meaning'],
  others: [
    [
      'mmErrorCode 4001',
      'A field is missing or malformed, or has a character that the service forbids. For transaction details: the transaction does not exist.',
    ],
    ['900901, in `fault` or flat', 'The token is not valid. The companion renews it once. If the error stays, the credentials are wrong.'],
    ['900802', 'Too many requests. The companion pauses until `nextAccessTime` or for `Retry-After` seconds.'],
    ['303001', 'The gateway suspends its back end for 30 seconds.'],
    ['`error: invalid_client`', 'The operator does not accept CONSUMER_KEY and CONSUMER_SECRET. Run `tsena doctor`.'],
  ],
  statusCheck:
    'If a status check reads `failed`, the payment fails with `payment_failed`; if it reads `declined`, `cancelled` or `rejected`, with `payment_declined`. `tsena payments show ID` shows the operator’s own text.',
  failuresTitle: 'Why a payment failed',
  failuresHead: ['code', 'cause', 'retry'],
  problemsTitle: 'Problems of API requests',
  problemsHead: ['code', 'HTTP', 'cause', 'retry'],
  retry: { now: 'now', later: 'later', never: 'never' },
};

export const FRENCH: ErrorsTexts = {
  introduction: `# Erreurs

Chaque erreur a un code stable. Une erreur de l’API est un document de problème (RFC 9457), avec le code dans \`code\`. Un paiement échoué a le code dans \`failure.code\`. Les deux portent aussi une phrase pour la personne, dans la langue de \`?locale=\` ou d’\`Accept-Language\` : c’est la phrase des tableaux ci-dessous. Affichez-la, et décidez selon le code. La dernière colonne dit si la même requête peut réussir plus tard. La [page anglaise](../errors.md) donne la cause technique de chaque code.

\`pnpm --filter @tsena/server manual\` crée cette page.`,
  answersTitle: 'Le sens des réponses de l’opérateur',
  answersHead: ['l’opérateur répond à la demande', 'le paiement devient'],
  answers: {
    accepted: '200, 202 avec un serverCorrelationId',
    unreadable: '200, 202 sans celui-ci, ou illisible',
    badRequest: '400',
    temporary: '400 avec mmErrorCode 4002, après une répétition',
    unauthorized: '401, après un renouvellement du jeton',
    business: '402 sans `errorCode` connu',
    forbidden: '403',
    notFoundBusiness: '404 avec une erreur métier',
    notFound: '404 sans corps, ou de la passerelle',
    conflict: '409',
    throttled: '429',
    broken: '500, 502, 503, 504',
    noAnswer: 'pas de réponse à temps, ou connexion coupée',
    neverSent: 'pas de connexion : DNS, refus, TLS',
  },
  notSent: ' : rien n’a été envoyé',
  businessLead:
    'Un paiement incertain a peut-être été accepté ; le compagnon ne le renvoie jamais. Si la réponse est une erreur métier, son `errorCode` décide :',
  businessHead: ['errorCode', 'le paiement devient'],
  othersLead: 'Autres codes de l’opérateur :',
  othersHead: ['code', 'sens'],
  others: [
    [
      'mmErrorCode 4001',
      'Un champ manque ou est mal formé, ou contient un caractère que le service interdit. Pour les détails d’une transaction : elle n’existe pas.',
    ],
    [
      '900901, dans `fault` ou à plat',
      'Le jeton n’est pas valable. Le compagnon le renouvelle une fois. Si l’erreur reste, les identifiants sont faux.',
    ],
    ['900802', 'Trop de requêtes. Le compagnon attend jusqu’à `nextAccessTime` ou pendant `Retry-After` secondes.'],
    ['303001', 'La passerelle suspend son serveur pendant 30 secondes.'],
    ['`error: invalid_client`', 'L’opérateur n’accepte pas CONSUMER_KEY et CONSUMER_SECRET. Lancez `tsena doctor`.'],
  ],
  statusCheck:
    'Si une vérification du statut lit `failed`, le paiement échoue avec `payment_failed` ; si elle lit `declined`, `cancelled` ou `rejected`, avec `payment_declined`. `tsena payments show ID` montre le texte de l’opérateur.',
  failuresTitle: 'Pourquoi un paiement a échoué',
  failuresHead: ['code', 'phrase', 'réessayer'],
  problemsTitle: 'Problèmes des requêtes à l’API',
  problemsHead: ['code', 'HTTP', 'phrase', 'réessayer'],
  retry: { now: 'maintenant', later: 'plus tard', never: 'jamais' },
};
