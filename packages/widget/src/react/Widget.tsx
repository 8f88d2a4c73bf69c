import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Language } from '@tsena/shared';
import { useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import type { Emit } from '../core/events.ts';
import type { HostedData } from '../core/hostedData.ts';
import { createTranslator } from '../core/texts.ts';
import type { CheckoutOptions } from '../core/types.ts';
import { TextsContext } from '../views/context.ts';
import { OrderFlow } from './OrderFlow.tsx';

/** What a widget shows. */
export interface WidgetProps {
  readonly options: CheckoutOptions;
  readonly language: Language;
  readonly emit: Emit;
  /** What the shopper typed before the widget came, for the first form. */
  readonly typed?: string | undefined;
  /** On a hosted page, what it shows already. */
  readonly hosted?: HostedData | undefined;
}

/** The checkout of one order. Render it with the order token as its key. */
export function Widget({ options, language, emit, typed, hosted }: WidgetProps) {
  const { orderToken, companionUrl, theme, texts: overrides, contact, otherWayText } = options;
  const [client] = useState(() => new QueryClient());
  const translator = useMemo(
    () => createTranslator(language, { texts: overrides, contact, otherWayText }),
    [language, overrides, contact, otherWayText],
  );
  const api = useMemo(() => createApi(companionUrl, language), [companionUrl, language]);

  return (
    <QueryClientProvider client={client}>
      <TextsContext.Provider value={translator}>
        <OrderFlow orderToken={orderToken} theme={theme} api={api} emit={emit} typed={typed} hosted={hosted} />
      </TextsContext.Provider>
    </QueryClientProvider>
  );
}
