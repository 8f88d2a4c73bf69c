import { COMMAND_LINE, OWNER } from '@tsena/shared/merchant';
import type { Translator } from './texts.ts';

/** The name of a key in the merchant's language. Names that merchants gave stay as they are. */
export function writeName(name: string, { t }: Pick<Translator, 't'>): string {
  if (name === OWNER) return t('who.owner');
  return name === COMMAND_LINE ? t('who.commandLine') : name;
}

/** A text, and the name of the key with which a person did it. */
export function withName(text: string, name: string | null, texts: Pick<Translator, 't'>): string {
  return name === null ? text : `${text} · ${writeName(name, texts)}`;
}
