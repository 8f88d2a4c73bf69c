import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { formatMoney, type Language } from '@tsena/shared';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createApi } from './core/api.ts';
import { createTranslator } from './core/texts.ts';
import type { FirstTexts } from './firstPaint/firstTexts.ts';
import { locales } from './locales/index.ts';
import { OrderFlow } from './react/OrderFlow.tsx';
import { TextsContext } from './views/context.ts';

const SOME_AMOUNT = '100';
const ORDER_TOKEN = `.${btoa(JSON.stringify({ amount: SOME_AMOUNT }))}.`;

/** Renders the texts of the first file, when it is built: the form as the application shows it before it knows more than the order token. */
export function renderFirstTexts(): Readonly<Record<Language, FirstTexts>> {
  return { mg: renderTexts('mg'), fr: renderTexts('fr'), en: renderTexts('en') };
}

function renderTexts(language: Language): FirstTexts {
  const translator = createTranslator(language, locales[language]);
  const { t } = translator;
  const flow = (
    <QueryClientProvider client={new QueryClient()}>
      <TextsContext.Provider value={translator}>
        <OrderFlow orderToken={ORDER_TOKEN} theme={undefined} api={createApi('', language)} emit={() => undefined} page={undefined} />
      </TextsContext.Provider>
    </QueryClientProvider>
  );
  return {
    form: renderToString(flow as VNode).replaceAll(formatMoney(SOME_AMOUNT, language), '{amount}'),
    busy: t('busy'),
    title: t('form.title'),
    tooOld: t('tooOld'),
  };
}
