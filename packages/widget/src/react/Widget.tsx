import { QueryClient } from '@tanstack/react-query';
import { pickLanguage } from '@tsena/shared';
import { useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { createTranslator } from '../core/texts.ts';
import type { Emit } from '../events.ts';
import type { CheckoutOptions } from '../options.ts';
import { TextsContext } from './context.ts';
import { Flow } from './Flow.tsx';

/** What stands inside the shadow root, for one order: its key is the order token. */
export function Widget({ options, host, emit }: { options: CheckoutOptions; host: Element; emit: Emit }) {
  const { orderToken, companionUrl, locale, theme = 'auto', texts } = options;
  const [client] = useState(() => new QueryClient());
  const language = useMemo(() => {
    const page = host.closest('[lang]')?.getAttribute('lang');
    return pickLanguage([locale ?? '', page ?? '', ...navigator.languages]) ?? 'fr';
  }, [locale, host]);
  const translator = useMemo(() => createTranslator(language, texts), [language, texts]);
  const api = useMemo(() => createApi(companionUrl, language), [companionUrl, language]);

  return (
    <TextsContext.Provider value={translator}>
      <section className="card" part="card" lang={language} data-theme={theme} aria-label={translator.t('form.title')}>
        <Flow client={client} orderToken={orderToken} api={api} emit={emit} />
      </section>
    </TextsContext.Provider>
  );
}
