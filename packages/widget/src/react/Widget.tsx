import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import type { PageData } from '../core/pageData.ts';
import { createTranslator } from '../core/texts.ts';
import type { Emit } from '../events.ts';
import type { CheckoutOptions } from '../types.ts';
import { ShopContext, TextsContext } from '../views/context.ts';
import { OrderFlow } from './OrderFlow.tsx';
import { seedOrder } from './useOrder.ts';

interface Props {
  options: CheckoutOptions;
  /** The element around the widget, whose language it has by default. On a server there is none. */
  host: Element | undefined;
  emit: Emit;
  /** On a hosted page, what it shows already. */
  page?: PageData | undefined;
}

/** The checkout of one order. Render it with the order token as its key. */
export function Widget({ options, host, emit, page }: Props) {
  const { orderToken, companionUrl, locale, theme, texts, contact, otherWayText } = options;
  const [client] = useState(() => seedOrder(new QueryClient(), page?.checkout));
  const language = useMemo(() => page?.language ?? chooseLanguage(host, locale), [page, locale, host]);
  const translator = useMemo(() => createTranslator(language, texts), [language, texts]);
  const shop = useMemo(() => ({ contact, otherWayText }), [contact, otherWayText]);
  const api = useMemo(() => createApi(companionUrl, language), [companionUrl, language]);

  return (
    <QueryClientProvider client={client}>
      <TextsContext.Provider value={translator}>
        <ShopContext.Provider value={shop}>
          <OrderFlow orderToken={orderToken} theme={theme} api={api} emit={emit} page={page} />
        </ShopContext.Provider>
      </TextsContext.Provider>
    </QueryClientProvider>
  );
}
