import { fillText } from '@tsena/shared';
import { terminalLanguage } from '../kit/terminalLanguage.ts';
import texts from './texts.json' with { type: 'json' };

/** What `tsena init` says, in the language of the terminal. */
export function initText(key: keyof typeof texts, values: Readonly<Record<string, string>> = {}): string {
  const language = terminalLanguage();
  return fillText(texts[key][language], language, values);
}
