import { isFrenchTerminal } from '@tsena/shared';

/** The language of the commands that speak French too: `init` and `doctor`. JSON is for programs. */
export function terminalLanguage(): 'fr' | 'en' {
  return isFrenchTerminal(process.env) && !process.argv.includes('--json') ? 'fr' : 'en';
}
