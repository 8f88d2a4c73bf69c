import type { Language } from '@tsena/shared';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveLanguage } from '../core/language.ts';
import { createTranslator, type Translator } from '../core/texts.ts';
import { loadTexts } from '../locales/loadTexts.ts';
import type { Texts } from '../locales/texts.ts';

/** The texts in the chosen language, and what chooses another one. */
export function useChosenLanguage(
  firstLanguage: Language,
  firstTexts: Texts,
): readonly [Translator, (chosen: Language) => Promise<void>] {
  const [texts, setTexts] = useState(() => createTranslator(firstLanguage, firstTexts));
  const { language } = texts;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const lastChosen = useRef<Language>(null);
  const choose = useCallback(async (chosen: Language) => {
    lastChosen.current = chosen;
    const loaded = await loadTexts(chosen);
    // The texts of the language before this one may arrive later.
    if (lastChosen.current !== chosen) return;
    saveLanguage(chosen);
    setTexts(createTranslator(chosen, loaded));
  }, []);
  return [texts, choose];
}
