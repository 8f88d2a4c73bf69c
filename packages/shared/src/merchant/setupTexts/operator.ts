import type { LocalTexts } from '../../language.ts';

/** The operator’s credentials, and whether it answers. */
export const operator = {
  name_set: { mg: 'Manana anarana ny fivarotanao.', fr: 'Votre commerce a un nom.', en: 'Your business has a name.' },
  name_missing: {
    mg: 'Tsy mbola voafaritra ny anaranao: tsy misy fandoavana azo raisina.',
    fr: 'Votre nom n’est pas défini : aucun paiement n’est accepté.',
    en: 'Your name is not set: no payment is accepted.',
  },
  'name_missing.next': {
    mg: 'Soraty ao amin’ny Safidy ny anarana ho hitan’ny mpividy.',
    fr: 'Indiquez dans Réglages le nom que vos clients verront.',
    en: 'Set the name that your customers will see, in Settings.',
  },
  credentials_accepted: {
    mg: 'Manaiky ny mombamomba anao ny mpandraharaha.',
    fr: 'L’opérateur accepte vos identifiants.',
    en: 'The operator accepts your credentials.',
  },
  service_wrong: {
    mg: 'Tsy manome alalana ho an’ny tolotra ao amin’ny OPERATOR_SERVICE ny mpandraharaha.',
    fr: 'L’opérateur n’émet pas de jeton pour le service indiqué dans OPERATOR_SERVICE.',
    en: 'The operator issues no token for the service in OPERATOR_SERVICE.',
  },
  'service_wrong.next': {
    mg: 'Ahitsio ny OPERATOR_SERVICE (ho an’ny MVola: mvola), dia avereno alefa ny mpizara fandoavam-bola.',
    fr: 'Corrigez OPERATOR_SERVICE (pour MVola : mvola), puis redémarrez le serveur de paiement.',
    en: 'Correct OPERATOR_SERVICE (for MVola: mvola), then restart the companion.',
  },
  credentials_wrong: {
    mg: 'Tsy manaiky ny CONSUMER_KEY sy ny CONSUMER_SECRET ny mpandraharaha.',
    fr: 'L’opérateur n’accepte pas CONSUMER_KEY et CONSUMER_SECRET.',
    en: 'The operator does not accept CONSUMER_KEY and CONSUMER_SECRET.',
  },
  'credentials_wrong.next': {
    mg: 'Adikao avy ao amin’ny vavahadin’ny mpandraharaha izy roa, dia avereno alefa ny mpizara fandoavam-bola.',
    fr: 'Recopiez les deux depuis le portail de l’opérateur, pour l’environnement OPERATOR_ENVIRONMENT, puis redémarrez le serveur de paiement.',
    en: 'Copy both from the operator’s portal, for the environment in OPERATOR_ENVIRONMENT, then restart the companion.',
  },
  credentials_refused: {
    mg: 'Mandà tsy manome alalana ny mpandraharaha, ary tsy milaza ny antony.',
    fr: 'L’opérateur refuse d’émettre un jeton, sans dire pourquoi.',
    en: 'The operator refuses to issue a token and does not say why.',
  },
  'credentials_refused.next': {
    mg: 'Hamarino ao amin’ny vavahadiny fa misoratra anarana amin’ny tolotra fandoavana ny fampiharanao.',
    fr: 'Vérifiez dans son portail que votre application est abonnée à l’API de paiement pour cet environnement.',
    en: 'Check in its portal that your application is subscribed to the payment API for this environment.',
  },
  operator_busy: {
    mg: 'Miangavy mba hiandry kely ny mpandraharaha.',
    fr: 'L’opérateur demande d’attendre.',
    en: 'The operator asks us to wait.',
  },
  'operator_busy.next': {
    mg: 'Avereno sokafana ity pejy ity afaka minitra vitsy.',
    fr: 'Rechargez cette page dans quelques minutes.',
    en: 'Reload this page in a few minutes.',
  },
  operator_unreachable: {
    mg: 'Tsy mamaly araka ny tokony ho izy ny mpandraharaha.',
    fr: 'L’opérateur ne répond pas comme attendu.',
    en: 'The operator does not answer as expected.',
  },
  'operator_unreachable.next': {
    mg: 'Hamarino ny OPERATOR_BASE_URL, sy ny DNS ary ny firewall an’ity mpizara ity.',
    fr: 'Vérifiez OPERATOR_BASE_URL, ainsi que le DNS et le pare-feu de ce serveur.',
    en: 'Check OPERATOR_BASE_URL, and this server’s DNS and firewall.',
  },
} satisfies LocalTexts;
