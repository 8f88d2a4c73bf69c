import { QueryClient } from '@tanstack/react-query';
import { pickLanguage } from '@tsena/shared';
import { useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { createTranslator } from '../core/texts.ts';
import type { Emit } from '../events.ts';
import type { CheckoutOptions } from '../types.ts';
import { ShopContext, TextsContext } from './context.ts';
import { OrderFlow } from './OrderFlow.tsx';

/** The content of the shadow root, for one order. Render it with the order token as its key. */
export function Widget({ options, host, emit }: { options: CheckoutOptions; host: Element; emit: Emit }) {
  const { orderToken, companionUrl, locale, theme = 'auto', texts, contact, otherWayText } = options;
  const [client] = useState(() => new QueryClient());
  const language = useMemo(() => {
    const pageLanguage = host.closest('[lang]')?.getAttribute('lang');
    return pickLanguage([locale ?? '', pageLanguage ?? '', ...navigator.languages]) ?? 'fr';
  }, [locale, host]);
  const translator = useMemo(() => createTranslator(language, texts), [language, texts]);
  const shop = useMemo(() => ({ contact, otherWayText }), [contact, otherWayText]);
  const api = useMemo(() => createApi(companionUrl, language), [companionUrl, language]);

  return (
    <TextsContext.Provider value={translator}>
      <ShopContext.Provider value={shop}>
        <section
          className="card"
          part="card"
          lang={language}
          data-theme={theme}
          aria-label={translator.t('form.title', { operator: translator.t('operator') })}
        >
          <OrderFlow client={client} orderToken={orderToken} api={api} emit={emit} />
        </section>
      </ShopContext.Provider>
    </TextsContext.Provider>
  );
}
