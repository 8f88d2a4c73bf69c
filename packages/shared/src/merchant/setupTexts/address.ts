import type { Language } from '../language.ts';
import { keepTogether } from '../typography.ts';
import type { SetupReason } from './setup.ts';

/** What a check found, and the one thing to do; null if there is nothing to do. */
export interface SetupText {
  readonly found: string;
  readonly next: string | null;
}

type Texts = Readonly<Record<Language, SetupText>>;

const nothing = (mg: string, fr: string, en: string): Texts => ({
  mg: { found: mg, next: null },
  fr: { found: fr, next: null },
  en: { found: en, next: null },
});

const texts: Readonly<Record<SetupReason, Texts>> = {
  credentials_accepted: nothing(
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
  address_reached: nothing(
    'Mamaly ao amin’ny adiresiny ho an’ny daholobe ny mpizara fandoavam-bola.',
    'Le serveur de paiement répond à son adresse publique.',
    'The companion answers at its public address.',
  ),
  public_url_missing: {
    mg: {
      found: 'Tsy voafaritra ny PUBLIC_URL: tsy afaka miantso ny mpandraharaha, ary tsy misy rohy fandoavana.',
      next: 'Apetraho ao amin’ny PUBLIC_URL ny adiresy https an’ny mpizara fandoavam-bola, dia avereno alefa izy.',
    },
    fr: {
      found: 'PUBLIC_URL n’est pas défini : l’opérateur ne peut pas envoyer de callbacks, et il n’y a pas de liens de paiement.',
      next: 'Mettez l’adresse https du serveur de paiement dans PUBLIC_URL, puis redémarrez-le.',
    },
    en: {
      found: 'PUBLIC_URL is not set: the operator cannot send callbacks, and there are no payment links.',
      next: 'Set PUBLIC_URL to the companion’s https address, then restart it.',
    },
  },
  address_unknown: {
    mg: {
      found: 'Tsy fantatry ny DNS ny anarana ao amin’ny PUBLIC_URL.',
      next: 'Ahitsio ny PUBLIC_URL, na ampio ilay anarana ao amin’ny DNS.',
    },
    fr: {
      found: 'Le DNS ne connaît pas le nom de l’adresse publique.',
      next: 'Corrigez PUBLIC_URL (ou CALLBACK_BASE_URL), ou ajoutez ce nom au DNS.',
    },
    en: {
      found: 'The DNS does not know the name of the public address.',
      next: 'Correct PUBLIC_URL (or CALLBACK_BASE_URL), or add the DNS record.',
    },
  },
  address_private: {
    mg: {
      found: 'Adiresy anatiny ny PUBLIC_URL: tsy tratran’ny mpandraharaha sy ny mpividy.',
      next: 'Apetraho ao amin’ny PUBLIC_URL ny adiresy https azo idirana avy amin’ny internet, alohan’ny handraisana tena vola.',
    },
    fr: {
      found: 'L’adresse publique est une adresse privée : ni l’opérateur ni vos clients ne peuvent l’atteindre.',
      next: 'Mettez dans PUBLIC_URL une adresse https accessible depuis internet avant de recevoir de l’argent réel.',
    },
    en: {
      found: 'The public address is a private one: neither the operator nor your customers can reach it.',
      next: 'Set PUBLIC_URL to an https address on the internet before you take real money.',
    },
  },
  address_answers_otherwise: {
    mg: {
      found: 'Tsy ny mpizara fandoavam-bola no mamaly ao amin’ny adiresiny ho an’ny daholobe.',
      next: 'Ampitao amin’ny mpizara fandoavam-bola ny fangatahana rehetra tonga ao amin’io adiresy io (proxy).',
    },
    fr: {
      found: 'Ce n’est pas le serveur de paiement qui répond à l’adresse publique.',
      next: 'Configurez le proxy pour qu’il transmette au serveur de paiement toutes les méthodes et tous les chemins sous cette adresse.',
    },
    en: {
      found: 'It is not the companion that answers at the public address.',
      next: 'Configure the proxy to forward every method and path below that address to the companion.',
    },
  },
  address_silent: {
    mg: {
      found: 'Tsy mamaly ny adiresy ho an’ny daholobe, raha avy amin’ity mpizara ity.',
      next: 'Sokafy amin’ny finday (angona finday) ny adiresy. Raha tsy misokatra izy, hamarino ny proxy sy ny firewall.',
    },
    fr: {
      found: 'L’adresse publique ne répond pas depuis ce serveur.',
      next: 'Ouvrez cette adresse sur un téléphone, en données mobiles. Si elle ne s’ouvre pas, vérifiez le proxy et le pare-feu.',
    },
    en: {
      found: 'The public address does not answer from this server.',
      next: 'Open the address on a phone over mobile data. If it does not open, check the proxy and the firewall.',
    },
  },
  tls_valid: nothing(
    'Https ny adiresy ary manan-kery ny taratasy fanamarinana (certificat).',
    'L’adresse est en https et son certificat est valide.',
    'The address is https and its certificate is valid.',
  ),
  tls_missing: {
    mg: {
      found: 'Tsy https ny adiresy ho an’ny daholobe.',
      next: 'Mampiasà proxy misy certificat: tsy mandeha ny production raha tsy https.',
    },
    fr: {
      found: 'L’adresse publique n’est pas en https.',
      next: 'Utilisez un proxy avec un certificat : la production exige https.',
    },
    en: {
      found: 'The public address is not https.',
      next: 'Use a reverse proxy with a certificate: production requires https.',
    },
  },
  certificate_invalid: {
    mg: {
      found: 'Tsy manan-kery ny certificat an’ny adiresy ho an’ny daholobe: tsy afaka miantso ny mpandraharaha.',
      next: 'Mametraha certificat avy amin’ny manampahefana fantatra, na havaozy ilay efa misy.',
    },
    fr: {
      found: 'Le certificat de l’adresse publique n’est pas valide : l’opérateur ne peut pas envoyer de callbacks.',
      next: 'Installez un certificat d’une autorité reconnue, ou renouvelez-le.',
    },
    en: {
      found: 'The certificate of the public address is not valid: the operator cannot send callbacks.',
      next: 'Install a certificate of a public authority, or renew it.',
    },
  },
  tls_unknown: {
    mg: {
      found: 'Tsy azo nojerena ny certificat.',
      next: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    },
    fr: { found: 'Le certificat n’a pas pu être vérifié.', next: 'Réglez d’abord le point sur l’adresse publique.' },
    en: { found: 'The certificate could not be checked.', next: 'First solve the check of the public address.' },
  },
  clock_right: nothing('Marina ny famantaranandron’ny mpizara.', 'L’horloge du serveur est à l’heure.', 'The server’s clock is right.'),
  clock_wrong: {
    mg: {
      found: 'Misy elanelana {seconds} segondra ny famantaranandron’ny mpizara sy ny an’ny mpandraharaha.',
      next: 'Ampifanaraho amin’ny NTP ny famantaranandron’ny mpizara: timedatectl set-ntp true',
    },
    fr: {
      found: 'L’horloge du serveur a {seconds} secondes d’écart avec celle de l’opérateur.',
      next: 'Synchronisez l’horloge du serveur avec NTP : timedatectl set-ntp true',
    },
    en: {
      found: 'The server’s clock differs from the operator’s by {seconds} seconds.',
      next: 'Synchronize the server’s clock with NTP: timedatectl set-ntp true',
    },
  },
  clock_unknown: {
    mg: {
      found: 'Tsy azo nampitahaina ny famantaranandro.',
      next: 'Alefaso ao amin’ny mpizara ny timedatectl, ary hamarino fa mifanaraka ny NTP.',
    },
    fr: {
      found: 'L’horloge n’a pas pu être comparée avec celle de l’opérateur.',
      next: 'Lancez timedatectl sur le serveur et vérifiez que NTP est synchronisé.',
    },
    en: {
      found: 'The clock could not be compared with the operator’s.',
      next: 'Run timedatectl on the server and check that NTP is synchronized.',
    },
  },
  origins_set: nothing(
    'Afaka mampiasa ny mpizara fandoavam-bola ny pejin’ny fivarotanao.',
    'Les pages de votre boutique peuvent appeler le serveur de paiement.',
    'The pages of your shop may call the companion.',
  ),
  origins_missing: {
    mg: {
      found: 'Foana ny ALLOWED_ORIGINS: tsy misy fivarotana afaka mampiseho ny takelaka fandoavana.',
      next: 'Apetraho ao amin’ny ALLOWED_ORIGINS ny adiresin’ny fivarotanao. Tsy ilaina izany raha rohy fandoavana ihany no ampiasainao.',
    },
    fr: {
      found: 'ALLOWED_ORIGINS est vide : aucune page d’une autre adresse ne peut afficher le formulaire de paiement.',
      next: 'Mettez-y l’adresse de votre boutique, par exemple https://shop.example. Ce n’est pas nécessaire si vous n’utilisez que des liens de paiement.',
    },
    en: {
      found: 'ALLOWED_ORIGINS is empty: no page of another address can show the payment form.',
      next: 'Set it to your shop’s address, for example https://shop.example. You do not need it if you use payment links only.',
    },
  },
  origins_unencrypted: {
    mg: {
      found: 'Misy adiresy http ao amin’ny ALLOWED_ORIGINS: azon’ny olon-kafa ovaina eny an-dalana ny pejy.',
      next: 'Adiresy https ihany no avelao ao amin’ny ALLOWED_ORIGINS.',
    },
    fr: {
      found: 'ALLOWED_ORIGINS contient une adresse http : d’autres peuvent modifier cette page en chemin.',
      next: 'Ne gardez que des adresses https dans ALLOWED_ORIGINS.',
    },
    en: {
      found: 'ALLOWED_ORIGINS contains an http address: others can change that page on its way.',
      next: 'Keep only https addresses in ALLOWED_ORIGINS.',
    },
  },
  webhook_delivered: nothing(
    'Nandray ny webhook farany ny fivarotanao.',
    'Votre boutique a accepté le dernier webhook.',
    'Your shop accepted the newest webhook.',
  ),
  webhook_off: {
    mg: {
      found: 'Tsy voafaritra ny WEBHOOK_URL: tsy mahalala ny fivarotanao hoe efa voaloa ny kaomandy.',
      next: 'Apetraho ny WEBHOOK_URL sy ny WEBHOOK_SECRET, dia avereno alefa ny mpizara fandoavam-bola.',
    },
    fr: {
      found: 'WEBHOOK_URL n’est pas défini : votre boutique n’apprend pas qu’une commande est payée.',
      next: 'Définissez WEBHOOK_URL et WEBHOOK_SECRET, puis redémarrez le serveur de paiement.',
    },
    en: {
      found: 'WEBHOOK_URL is not set: your shop does not learn that an order is paid.',
      next: 'Set WEBHOOK_URL and WEBHOOK_SECRET, then restart the companion.',
    },
  },
  webhook_none: {
    mg: {
      found: 'Mbola tsy nisy webhook nalefa tany amin’ny fivarotanao.',
      next: 'Mandefasa webhook andrana: tsena webhooks send-test',
    },
    fr: {
      found: 'Aucun webhook n’a encore été envoyé à votre boutique.',
      next: 'Envoyez un webhook d’essai : tsena webhooks send-test',
    },
    en: {
      found: 'No webhook was sent to your shop yet.',
      next: 'Send a test webhook: tsena webhooks send-test',
    },
  },
  webhook_failing: {
    mg: {
      found: 'Tsy nandray ny webhook farany ny fivarotanao.',
      next: 'Vakio ny diarin’ny fivarotanao, ahitsio ny adiresy na ny WEBHOOK_SECRET, dia mandefasa webhook andrana.',
    },
    fr: {
      found: 'Votre boutique n’a pas accepté le dernier webhook.',
      next: 'Lisez le journal de votre boutique, corrigez son adresse ou WEBHOOK_SECRET, puis envoyez un webhook d’essai.',
    },
    en: {
      found: 'Your shop did not accept the newest webhook.',
      next: 'Read your shop’s log, correct its address or WEBHOOK_SECRET, then send a test webhook.',
    },
  },
  webhook_unencrypted: {
    mg: {
      found: 'Mandray ny webhook ny fivarotanao, nefa tsy https ny adiresiny.',
      next: 'Mampiasà adiresy https ao amin’ny WEBHOOK_URL.',
    },
    fr: {
      found: 'Votre boutique accepte les webhooks, mais à une adresse sans https.',
      next: 'Utilisez une adresse https dans WEBHOOK_URL.',
    },
    en: {
      found: 'Your shop accepts webhooks, but at an address without https.',
      next: 'Use an https address in WEBHOOK_URL.',
    },
  },
  callback_received: nothing(
    'Tonga ny antson’ny mpandraharaha (callback).',
    'Les callbacks de l’opérateur arrivent.',
    'The operator’s callbacks arrive.',
  ),
  callback_off: {
    mg: {
      found: 'Tsy misy callback angatahina, satria tsy voafaritra ny PUBLIC_URL.',
      next: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    },
    fr: {
      found: 'Aucun callback n’est demandé, car PUBLIC_URL n’est pas défini.',
      next: 'Réglez d’abord le point sur l’adresse publique.',
    },
    en: {
      found: 'The companion requests no callbacks, because PUBLIC_URL is not set.',
      next: 'First solve the check of the public address.',
    },
  },
  callback_none: {
    mg: {
      found: 'Mbola tsy nisy callback tonga.',
      next: 'Andramo mandoa kaomandy iray: tonga ny callback rehefa vita ny fandoavana.',
    },
    fr: {
      found: 'Aucun callback n’est encore arrivé.',
      next: 'Payez une commande d’essai : le callback arrive à la fin du paiement.',
    },
    en: {
      found: 'No callback has arrived yet.',
      next: 'Pay a test order: the callback arrives when the payment ends.',
    },
  },
  callback_missing: {
    mg: {
      found: 'Fandoavana {payments} no vita nefa tsy nisy callback tonga. Tsy very ny fandoavana, fa ela kokoa vao hita.',
      next: 'Avelao handalo ao amin’ny firewall ny PUT /v1/callbacks/, ary anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao.',
    },
    fr: {
      found:
        '{payments} paiements sont terminés sans qu’un callback arrive. Aucun paiement n’est perdu, mais leur résultat arrive plus tard.',
      next: 'Laissez passer PUT /v1/callbacks/ dans le pare-feu, et demandez à l’opérateur si les callbacks sont activés pour votre application.',
    },
    en: {
      found: '{payments} payments ended and no callback arrived. No payment is lost, but their results come later.',
      next: 'Let PUT /v1/callbacks/ through the firewall, and ask the operator whether callbacks are enabled for your application.',
    },
  },
  callbacks_accepted: nothing(
    'Manaiky ny adiresin’ny callback ny mpandraharaha.',
    'L’opérateur accepte l’adresse de callback.',
    'The operator accepts the callback address.',
  ),
  callbacks_declined: {
    mg: {
      found:
        'Nandefa adiresin’ny callback ny mpizara fandoavam-bola, nefa “polling” no notificationMethod navalin’ny mpandraharaha tamin’ny {polling} amin’ny fandoavana {answered} farany.',
      next: 'Anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao, ary raha ekeny ilay adiresy.',
    },
    fr: {
      found:
        'Une adresse de callback a été envoyée, mais l’opérateur répond notificationMethod « polling » pour {polling} des {answered} derniers paiements.',
      next: 'Demandez à l’opérateur si les callbacks sont activés pour votre application, et s’il accepte l’adresse.',
    },
    en: {
      found:
        'A callback address was sent, but the operator answered notificationMethod “polling” to {polling} of the last {answered} payments.',
      next: 'Ask the operator whether callbacks are enabled for your application, and whether it accepts the address.',
    },
  },
  callbacks_unknown: {
    mg: {
      found: 'Mbola tsy misy fandoavana mampiseho raha manaiky ny adiresin’ny callback ny mpandraharaha.',
      next: 'Andramo mandoa kaomandy iray.',
    },
    fr: {
      found: 'Aucun paiement récent ne montre si l’opérateur accepte l’adresse de callback.',
      next: 'Payez une commande d’essai.',
    },
    en: {
      found: 'No recent payment shows whether the operator accepts the callback address.',
      next: 'Pay a test order.',
    },
  },
  backup_recent: nothing(
    '{hours} ora izay no nanaovana ny tahiry farany.',
    'La dernière sauvegarde date d’il y a {hours} h.',
    'The newest backup is {hours} h old.',
  ),
  backup_old: {
    mg: {
      found: '{days} andro izay no nanaovana ny tahiry farany.',
      next: 'Jereo hoe nahoana no tsy nandeha ny tahiry isan’alina, dia alefaso ny tsena backup.',
    },
    fr: {
      found: 'La dernière sauvegarde date d’il y a {days} jours.',
      next: 'Cherchez pourquoi la sauvegarde de chaque nuit n’a pas eu lieu, puis lancez tsena backup.',
    },
    en: {
      found: 'The newest backup is {days} days old.',
      next: 'Find out why the nightly backup did not run, then run tsena backup.',
    },
  },
  backup_none: {
    mg: {
      found: 'Mbola tsy nisy tahiry voasoratra.',
      next: 'Alefaso isan’alina ny tsena backup. Amin’ny PostgreSQL: pg_dump, dia tsena backup --record.',
    },
    fr: {
      found: 'Aucune sauvegarde n’a été enregistrée.',
      next: 'Lancez tsena backup chaque nuit. Avec PostgreSQL : pg_dump, puis tsena backup --record.',
    },
    en: {
      found: 'No backup was recorded.',
      next: 'Run tsena backup every night. On PostgreSQL: pg_dump, then tsena backup --record.',
    },
  },
  payment_verified: nothing(
    'Nisy fandoavana vita sy voamarina.',
    'Un paiement a été reçu et vérifié.',
    'A payment was received and verified.',
  ),
  payment_unverified: {
    mg: {
      found: 'Nisy fandoavana vita, nefa tsy voamarina tamin’ny antsipiriany avy amin’ny mpandraharaha.',
      next: 'Sokafy ilay fandoavana, ary ampitahao amin’ny ao amin’ny vavahadin’ny mpandraharaha.',
    },
    fr: {
      found: 'Un paiement a été reçu, mais les détails de l’opérateur n’ont pas permis de le vérifier.',
      next: 'Ouvrez ce paiement et comparez-le avec le portail de l’opérateur.',
    },
    en: {
      found: 'A payment was received, but the operator’s transaction details did not verify it.',
      next: 'Open that payment and compare it with the operator’s portal.',
    },
  },
  payment_none: {
    mg: {
      found: 'Mbola tsy nisy fandoavana vita.',
      next: 'Mandoava kaomandy 100 Ar ao amin’ny fivarotanao amin’ny findainao; ao amin’ny sandbox, amin’ny laharana fitsapana.',
    },
    fr: {
      found: 'Aucun paiement n’a encore été reçu.',
      next: 'Payez une commande de 100 Ar dans votre boutique avec votre téléphone ; dans le bac à sable, avec un numéro de test.',
    },
    en: {
      found: 'No payment was received yet.',
      next: 'Pay an order of 100 Ar in your shop with your own phone; in the sandbox, with a test number.',
    },
  },
  decline_seen: nothing(
    'Nisy fandoavana nolavina, ary hitan’ny mpizara fandoavam-bola izany.',
    'Un paiement a été refusé, et le serveur de paiement l’a appris.',
    'A payment was declined, and the companion learned it.',
  ),
  decline_none: {
    mg: {
      found: 'Mbola tsy nisy fandoavana nolavina.',
      next: 'Manombòha fandoavana, dia lavo amin’ny finday. Tokony hanolotra fanandramana vaovao ny fivarotana.',
    },
    fr: {
      found: 'Aucun paiement n’a encore été refusé.',
      next: 'Commencez un paiement et refusez-le sur le téléphone. La boutique doit proposer un nouvel essai.',
    },
    en: {
      found: 'No payment was declined yet.',
      next: 'Start a payment and decline it on the phone. The shop must offer a new attempt.',
    },
  },
  late_seen: nothing(
    'Nisy fandoavana nekena tara, nefa tonga ihany.',
    'Un paiement approuvé en retard est bien arrivé.',
    'A payment that was approved late arrived.',
  ),
  late_none: {
    mg: {
      found: 'Mbola tsy nisy fandoavana nekena tara.',
      next: 'Manombòha fandoavana, hidio ny pejy, miandrasa iray minitra, dia ekeo amin’ny finday. Tokony ho voaloa ho azy ny kaomandy.',
    },
    fr: {
      found: 'Aucun paiement n’a encore été approuvé en retard.',
      next: 'Commencez un paiement, fermez la page, attendez une minute, puis approuvez. La commande doit devenir payée d’elle-même.',
    },
    en: {
      found: 'No payment was approved late yet.',
      next: 'Start a payment, close the page, wait one minute, then approve. The order must become paid by itself.',
    },
  },
};

/** The sentences of a reason in a language, with its numbers. */
export function describeSetup(reason: SetupReason, language: Language, values: Readonly<Record<string, number>> = {}): SetupText {
  const fill = (text: string) =>
    keepTogether(text, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  const { found, next } = texts[reason][language];
  return { found: fill(found), next: next === null ? null : fill(next) };
}
