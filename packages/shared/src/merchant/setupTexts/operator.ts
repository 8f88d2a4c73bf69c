import { nothingToDo, type SetupTexts } from './setupText.ts';

/** The operator’s credentials, and whether it answers. */
export const operator = {
  name_set: nothingToDo('Manana anarana ny fivarotanao.', 'Votre commerce a un nom.', 'Your business has a name.'),
  name_missing: {
    mg: {
      found: 'Tsy mbola voafaritra ny anaranao: tsy misy fandoavana azo raisina.',
      next: 'Soraty ao amin’ny Safidy ny anarana ho hitan’ny mpividy.',
    },
    fr: {
      found: 'Votre nom n’est pas défini : aucun paiement n’est accepté.',
      next: 'Indiquez dans Réglages le nom que vos clients verront.',
    },
    en: {
      found: 'Your name is not set: no payment is accepted.',
      next: 'Set the name that your customers will see, in Settings.',
    },
  },
  credentials_accepted: nothingToDo(
    'Manaiky ny mombamomba anao ny mpandraharaha.',
    'L’opérateur accepte vos identifiants.',
    'The operator accepts your credentials.',
  ),
  service_wrong: {
    mg: {
      found: 'Tsy manome alalana ho an’ny tolotra ao amin’ny OPERATOR_SERVICE ny mpandraharaha.',
      next: 'Ahitsio ny OPERATOR_SERVICE (ho an’ny MVola: mvola), dia avereno alefa ny mpizara fandoavam-bola.',
    },
    fr: {
      found: 'L’opérateur n’émet pas de jeton pour le service indiqué dans OPERATOR_SERVICE.',
      next: 'Corrigez OPERATOR_SERVICE (pour MVola : mvola), puis redémarrez le serveur de paiement.',
    },
    en: {
      found: 'The operator issues no token for the service in OPERATOR_SERVICE.',
      next: 'Correct OPERATOR_SERVICE (for MVola: mvola), then restart the companion.',
    },
  },
  credentials_wrong: {
    mg: {
      found: 'Tsy manaiky ny CONSUMER_KEY sy ny CONSUMER_SECRET ny mpandraharaha.',
      next: 'Adikao avy ao amin’ny vavahadin’ny mpandraharaha izy roa, dia avereno alefa ny mpizara fandoavam-bola.',
    },
    fr: {
      found: 'L’opérateur n’accepte pas CONSUMER_KEY et CONSUMER_SECRET.',
      next: 'Recopiez les deux depuis le portail de l’opérateur, pour l’environnement OPERATOR_ENVIRONMENT, puis redémarrez le serveur de paiement.',
    },
    en: {
      found: 'The operator does not accept CONSUMER_KEY and CONSUMER_SECRET.',
      next: 'Copy both from the operator’s portal, for the environment in OPERATOR_ENVIRONMENT, then restart the companion.',
    },
  },
  credentials_refused: {
    mg: {
      found: 'Mandà tsy manome alalana ny mpandraharaha, ary tsy milaza ny antony.',
      next: 'Hamarino ao amin’ny vavahadiny fa misoratra anarana amin’ny tolotra fandoavana ny fampiharanao.',
    },
    fr: {
      found: 'L’opérateur refuse d’émettre un jeton, sans dire pourquoi.',
      next: 'Vérifiez dans son portail que votre application est abonnée à l’API de paiement pour cet environnement.',
    },
    en: {
      found: 'The operator refuses to issue a token and does not say why.',
      next: 'Check in its portal that your application is subscribed to the payment API for this environment.',
    },
  },
  operator_busy: {
    mg: { found: 'Miangavy mba hiandry kely ny mpandraharaha.', next: 'Avereno sokafana ity pejy ity afaka minitra vitsy.' },
    fr: { found: 'L’opérateur demande d’attendre.', next: 'Rechargez cette page dans quelques minutes.' },
    en: { found: 'The operator asks us to wait.', next: 'Reload this page in a few minutes.' },
  },
  operator_unreachable: {
    mg: {
      found: 'Tsy mamaly araka ny tokony ho izy ny mpandraharaha.',
      next: 'Hamarino ny OPERATOR_BASE_URL, sy ny DNS ary ny firewall an’ity mpizara ity.',
    },
    fr: {
      found: 'L’opérateur ne répond pas comme attendu.',
      next: 'Vérifiez OPERATOR_BASE_URL, ainsi que le DNS et le pare-feu de ce serveur.',
    },
    en: {
      found: 'The operator does not answer as expected.',
      next: 'Check OPERATOR_BASE_URL, and this server’s DNS and firewall.',
    },
  },
} satisfies SetupTexts;
