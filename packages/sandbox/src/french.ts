import { isFrenchTerminal, keepTogether } from '@tsena/shared';
import type { Command } from 'commander';

const TITLES: Readonly<Record<string, string>> = { 'Usage:': 'Utilisation :', 'Options:': 'Options :' };

/** What each option does. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--port': 'port d’écoute ; 0 prend un port libre',
  '--host': 'adresse d’écoute',
  '--service': 'nom du service, comme dans ses chemins et la portée de son jeton',
  '--dialect': 'spec : suit le document d’interface ; live : suit le comportement relevé du vrai service',
  '--auto-approve': 'approuve chaque paiement de lui-même après ce nombre de millisecondes',
  '--msisdn': 'numéros de test, séparés par des virgules',
  '--consumer': 'clés et secrets (Consumer Key et Secret) qui peuvent demander un jeton, séparés par des virgules',
  '--balance': 'solde de chaque numéro de test ; il est rétabli après chaque paiement',
  '--token-seconds': 'durée d’un jeton d’accès',
  '--faults': 'fichier JSON avec les règles de panne du démarrage',
  '--seed': 'graine des probabilités des règles de panne',
  '--unknown-status': 'serverCorrelationId ou transID inconnu, dialecte live : 404 (un statut aux champs vides), ou 400 avec une erreur',
  '--gateway-errors': 'forme des erreurs 401, 429 et 503, dialecte live',
  '--fee': '1,5 % arrondis à l’ariary supérieur, exacts à deux décimales, ou aucuns',
  '--request-date': 'requestDate des détails, dialecte live : en UTC, ou en avance de trois heures',
  '--duplicates': 'seconde demande avec la même référence : acceptée, ou 409',
  '--payer-errors': 'payeur inconnu ou solde insuffisant : refus immédiat, ou échec plus tard',
  '--failed-records': 'transactions échouées, dialecte live : sans référence, ou avec référence et détails',
  '--help': 'affiche cette aide',
};

const START_TEXTS = {
  en: {
    listening: 'listening on',
    portal: 'portal:',
    portInUse: (port: number) => `Port ${port} is in use. Stop the other program, or give another one with --port.`,
  },
  fr: {
    listening: 'à l’écoute sur',
    portal: 'portail :',
    portInUse: (port: number) => `Le port ${port} est déjà utilisé. Arrêtez l’autre programme, ou donnez-en un autre avec --port.`,
  },
};

/**
 * What the command says when it starts, or cannot, in the language of the terminal. Programs, which wait for the English texts, have no
 * terminal.
 */
export function startTexts(env: NodeJS.ProcessEnv, isTTY = true): (typeof START_TEXTS)['en'] {
  return START_TEXTS[isTTY && isFrenchTerminal(env) ? 'fr' : 'en'];
}

/** Makes Commander write the help in the language of the terminal. */
export function speakTerminalLanguage(command: Command, env: NodeJS.ProcessEnv = process.env): Command {
  if (!isFrenchTerminal(env)) return command;
  return command.configureHelp({
    styleTitle: (title) => keepTogether(TITLES[title] ?? title, 'fr'),
    commandDescription: () =>
      'Imite le service de paiement de l’opérateur et son portail des développeurs, avec des pannes à la demande. Aucun argent réel ne circule.',
    optionDescription({ long, description, argChoices, defaultValue }) {
      const notes = [
        ...(argChoices === undefined ? [] : [`choix : ${argChoices.join(', ')}`]),
        ...(['string', 'number'].includes(typeof defaultValue) ? [`par défaut : ${defaultValue}`] : []),
      ];
      const french = OPTIONS[long ?? ''] ?? description;
      return keepTogether(notes.length === 0 ? french : `${french} (${notes.join(', ')})`, 'fr');
    },
  });
}
