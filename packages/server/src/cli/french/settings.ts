import type { SettingName } from '../../config/settingsSchema.ts';

const meanings: Readonly<Record<SettingName, string>> = {
  OPERATOR_BASE_URL: 'l’adresse du service de l’opérateur : en https, ou en http vers un bac à sable sur cette machine',
  OPERATOR_SERVICE: 'le nom du service dans le préfixe de chemin `/svc/mm/…` et dans la portée `EXT_INT_SVC_SCOPE` (pour MVola : `mvola`)',
  OPERATOR_NAME: 'le nom de l’opérateur, tel que les acheteurs le connaissent ; 40 caractères au plus',
  OPERATOR_LOGO_URL:
    'le logo de l’opérateur, à la place de la première lettre de `OPERATOR_NAME` sur les pages de paiement : l’adresse https d’un fichier PNG, JPEG ou SVG carré que vous avez le droit d’utiliser',
  OPERATOR_ENVIRONMENT:
    '`sandbox` ou `production`. La production exige https pour `OPERATOR_BASE_URL`, `PUBLIC_URL` et `CALLBACK_BASE_URL`, et ne prend aucun paiement sans `PUBLIC_URL`. Une base de données appartient à un seul environnement : avec la base de l’autre, le compagnon ne démarre pas',
  CONSUMER_KEY: 'la Consumer Key du portail des développeurs de l’opérateur. Le bac à sable et la production en ont chacun une',
  CONSUMER_SECRET: 'le Consumer Secret qui appartient à `CONSUMER_KEY`',
  OPERATOR_DEVICE_SCOPE:
    'une seconde portée du jeton : `device_` et de 1 à 40 lettres, chiffres, `_` et `-`. Donnez-en une différente à chaque compagnon si plusieurs compagnons avec des bases séparées utilisent une même `CONSUMER_KEY`. Sinon, chacun peut révoquer les jetons des autres. Les instances qui partagent une base partagent le jeton et ont besoin de la même valeur',
  OPERATOR_TIMEOUT_MS: 'la durée maximale d’une requête à l’opérateur, de la connexion à la fin de la réponse',
  USER_LANGUAGE: '`MG` ou `FR` : la langue de la demande de l’opérateur si celle de l’acheteur n’est ni l’une ni l’autre',
  PARTNER_NAME:
    'le nom du commerçant : jusqu’à 50 lettres, chiffres, espaces et `- . _ ,`, sans accents. Sans lui, le compagnon ne prend aucun paiement tant que le tableau de bord ne l’a pas réglé',
  PARTNER_MSISDN: 'le numéro du commerçant, qui reçoit l’argent. Dans le bac à sable de l’opérateur : un de ses numéros de test',
  MERCHANT_CONTACT:
    'comment les acheteurs vous joignent, affiché sur les pages de paiement : un numéro de téléphone, une adresse ; 100 caractères au plus',
  MERCHANT_NIF: 'votre NIF, affiché sur les reçus',
  MERCHANT_STAT: 'votre STAT, affiché sur les reçus',
  MERCHANT_API_KEY:
    'la clé du propriétaire, avec les droits `admin` : elle active l’API du commerçant et le tableau de bord ; 16 caractères au moins. `tsena keys create` crée des clés pour les autres',
  ORDER_TOKEN_SECRET:
    'le secret avec lequel la boutique signe les commandes (HS256) ; 32 caractères au moins. Pendant un changement : plusieurs, séparés par des virgules. Le compagnon accepte une signature par n’importe lequel',
  ALLOWED_ORIGINS:
    'les origines des pages de boutique qui peuvent appeler le compagnon depuis un navigateur, séparées par des virgules : `https://shop.example`',
  WEBHOOK_URL: 'l’adresse de la boutique qui reçoit les webhooks ; demande `WEBHOOK_SECRET`',
  WEBHOOK_SECRET:
    'le secret `whsec_…` de 24 à 64 octets avec lequel le compagnon signe les webhooks (`whsec_` et le résultat de `openssl rand -base64 32`). Pendant un changement : plusieurs, séparés par des virgules. Le compagnon signe avec chacun',
  WEBHOOK_ALLOW_PRIVATE: '`1` autorise une adresse privée ou locale, et de telles adresses dans les réglages du tableau de bord',
  ATTEMPT_COOLDOWN_SECONDS:
    'le temps, après l’envoi, à partir duquel un paiement sans résultat ne bloque plus un nouveau paiement de la commande, par exemple après un faux numéro. 1 au moins, et pas moins que `OPERATOR_TIMEOUT_MS`',
  SMTP_URL:
    'le serveur SMTP qui vous envoie les e-mails : `smtps://user:password@host` (TLS, port 465) ou `smtp://user:password@host` (STARTTLS, port 587). Sans chiffrement, seulement vers cette machine, ou avec `?tls=off` à la fin. Les e-mails vont à `NOTIFY_EMAIL`',
  NOTIFY_EMAIL: 'votre adresse, qui reçoit les e-mails ; demande `SMTP_URL`',
  NOTIFY_FROM: 'l’expéditeur des e-mails : une adresse que le serveur SMTP a le droit d’utiliser, ou `Nom <adresse>`',
  NOTIFY_LANGUAGE: 'la langue des e-mails : `mg`, `fr` ou `en`',
  PUBLIC_URL:
    'l’adresse à laquelle les navigateurs et l’opérateur joignent le compagnon. Sans elle, le compagnon ne demande aucun rappel (callback), interroge l’opérateur sur le statut des paiements, et ne crée aucun lien de paiement',
  CALLBACK_BASE_URL: 'une autre adresse pour les rappels (callbacks) de l’opérateur, par exemple un tunnel',
  BRAND_COLOR: 'la couleur des boutons des pages de paiement : `#` et six chiffres hexadécimaux',
  BRAND_LOGO_URL: 'votre logo sur les pages de paiement et dans les aperçus des liens : l’adresse https d’un fichier PNG, JPEG ou SVG',
  DATABASE_URL: '`file:…` pour SQLite, `postgres://…` pour plusieurs instances',
  HOST: 'l’adresse sur laquelle le compagnon écoute',
  PORT: 'le port sur lequel le compagnon écoute',
  TRUST_PROXY:
    'les proxys qui peuvent donner l’adresse du client dans `X-Forwarded-For` : `off`, un nombre de proxys, ou leurs adresses et réseaux. Derrière un seul proxy : `1`. Dans une application hôte, le compagnon ignore le réglage `trust proxy` de l’application',
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` ou `silent`',
  METRICS_TOKEN:
    'le jeton d’accès (bearer) à `/metrics` ; 16 caractères au moins. Sans lui, seuls cette machine et son réseau privé peuvent lire les mesures, et pas à travers un proxy',
  LIMIT_PER_MSISDN:
    'les essais par numéro de téléphone, sous la forme nombre et durée (`s`, `m`, `h`), ou `off`. Cette limite protège un téléphone d’une avalanche de demandes. Les paiements jamais envoyés ne comptent pas, jusqu’à quatre fois la limite',
  LIMIT_PER_IP:
    'les essais par adresse de client (IPv6 : par réseau /64), ou `off`. Le NAT d’un opérateur télécom place des milliers de téléphones derrière une seule adresse',
  LIMIT_PER_LINK:
    'les demandes que personne n’a approuvées, par adresse de client à travers des liens de paiement publics, et par clé du comptoir, ou `off`. N’importe qui peut ouvrir un tel lien ou trouver un téléphone perdu, et pourrait sans cette limite envoyer des demandes à n’importe quel numéro',
  MAX_STREAMS: 'les flux d’événements ouverts en même temps. Au-delà, les pages interrogent',
  MAX_STREAMS_PER_ADDRESS: 'de même, par adresse de client',
  RETAIN_DAYS:
    'le nombre de jours après la fin du paiement au bout desquels le compagnon efface le numéro du payeur. Les montants, les heures et les références restent. 7 au moins. Pendant la journée qui suit un saut de l’horloge, le compagnon n’efface rien',
};

/** The meaning of each setting in French, in Markdown, as `SETTINGS` has it in English. */
export const FRENCH_MEANINGS: ReadonlyMap<string, string> = new Map(Object.entries(meanings));
