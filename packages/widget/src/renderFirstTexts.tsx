import { formatMoney, type Language } from '@tsena/shared';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { capitalize, createTranslator } from './core/texts.ts';
import type { FirstTexts } from './firstPaint/firstTexts.ts';
import { Widget } from './react/Widget.tsx';

const SOME_AMOUNT = '100';
const OPTIONS = { orderToken: `.${btoa(JSON.stringify({ amount: SOME_AMOUNT }))}.`, companionUrl: '' };

/**
 * Renders the texts of the first file, when it is built: the form as the application shows it before it knows more than
 * the order token.
 */
export function renderFirstTexts(): Readonly<Record<Language, FirstTexts>> {
  return { mg: renderTexts('mg'), fr: renderTexts('fr'), en: renderTexts('en') };
}

function renderTexts(language: Language): FirstTexts {
  const { t } = createTranslator(language);
  const widget = <Widget options={OPTIONS} language={language} emit={() => undefined} />;
  return {
    form: renderToString(widget as VNode).replaceAll(formatMoney(SOME_AMOUNT, language), '{amount}'),
    busy: t('busy'),
    number: capitalize(t('form.label')),
    pay: t('form.pay'),
  };
}
