import { QueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import type { EarlyOrder } from '../core/earlyOrder.ts';
import { createTranslator } from '../core/texts.ts';
import type { Emit } from '../events.ts';
import type { CheckoutOptions } from '../types.ts';
import { ShopContext, TextsContext } from './context.ts';
import { OrderFlow } from './OrderFlow.tsx';

interface Props {
  options: CheckoutOptions;
  host: Element;
  emit: Emit;
  /** An answer with the order that is on its way already. */
  takeEarlyOrder?: EarlyOrder | undefined;
}

/** The content of the shadow root, for one order. Render it with the order token as its key. */
export function Widget({ options, host, emit, takeEarlyOrder }: Props) {
  const { orderToken, companionUrl, locale, theme, texts, contact, otherWayText } = options;
  const [client] = useState(() => new QueryClient());
  const [takeEarly] = useState(() => takeEarlyOrder);
  const language = useMemo(() => chooseLanguage(host, locale), [locale, host]);
  const translator = useMemo(() => createTranslator(language, texts), [language, texts]);
  const shop = useMemo(() => ({ contact, otherWayText }), [contact, otherWayText]);
  const api = useMemo(() => createApi(companionUrl, language, takeEarly), [companionUrl, language, takeEarly]);

  return (
    <TextsContext.Provider value={translator}>
      <ShopContext.Provider value={shop}>
        <OrderFlow client={client} orderToken={orderToken} theme={theme} api={api} emit={emit} />
      </ShopContext.Provider>
    </TextsContext.Provider>
  );
}
