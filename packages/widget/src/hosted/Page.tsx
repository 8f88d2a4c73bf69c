import type { Language, MsisdnFault } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { linkPages, type PageData } from '../core/pageData.ts';
import { createTranslator, fillIn, type Translator } from '../core/texts.ts';
import { locales } from '../locales/index.ts';
import { Widget } from '../react/Widget.tsx';
import { Card, Summary, type SummaryProps } from '../views/Card.tsx';
import { TextsContext, useTexts } from '../views/context.ts';
import { Button, Heading, Notice, type PlainForm } from '../views/controls.tsx';
import { explainFault, FormView, NumberForm, type NumberFormProps } from '../views/FormView.tsx';
import { Closed, Failed, InReview, Paid, type PaidProps } from '../views/outcomes.tsx';
import { ReferenceForm, UnresolvedView } from '../views/UnresolvedView.tsx';
import { RetryChecks, WaitingView } from '../views/WaitingView.tsx';
import pageTexts from './texts.json' with { type: 'json' };

/** What is wrong with what a payer sent: the number, or what a sentence says. Without one: what the form says beside its field. */
export interface Mistake {
  readonly typed: string;
  readonly fault?: MsisdnFault;
  readonly text?: string;
}

/** A form that was sent with a mistake has it beside the field. */
export interface SentForm extends PlainForm {
  readonly mistake: Mistake | undefined;
}

/** What a hosted page shows of its payment, or why it takes none. */
export type PageView =
  /** The same as the widget, which takes over where a script can run. */
  | { readonly kind: 'live'; readonly page: PageData }
  /** The form, which no script takes over: what a payer has typed stays where it is. */
  | { readonly kind: 'form'; readonly form: SentForm; readonly isBusy: boolean }
  /** On a reusable link: the payer's request is already on the phone. */
  | { readonly kind: 'sent'; readonly back: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'closed'; readonly reason: 'review' | 'closed' | 'error'; readonly text: string }
  | { readonly kind: 'waiting'; readonly payment: Payment }
  | { readonly kind: 'review'; readonly payment: Payment }
  | ({ readonly kind: 'paid' } & PaidProps)
  | { readonly kind: 'failed'; readonly payment: Payment; readonly returnUrl: string | null; readonly retry: SentForm | null }
  | { readonly kind: 'retry'; readonly payment: Payment; readonly form: SentForm }
  | { readonly kind: 'unresolved'; readonly payment: Payment; readonly mayRetry: boolean }
  | { readonly kind: 'reference'; readonly payment: Payment; readonly form: SentForm };

/** What all views of a page have beside them. */
export interface PageProps {
  readonly language: Language;
  readonly operatorName: string | null;
  readonly summary: SummaryProps;
  /** The query that keeps the chosen language. */
  readonly query: string;
  readonly view: PageView;
}

/** The content of a hosted page's `<main>`. */
export function Page(props: PageProps) {
  const { view, language, summary } = props;
  if (view.kind === 'live') {
    const options = { orderToken: view.page.orderToken, companionUrl: '' };
    return <Widget options={options} language={language} texts={locales[language]} emit={() => undefined} page={view.page} />;
  }
  return (
    <TextsContext.Provider value={createTranslator(language, locales[language])}>
      <Card summary={<Summary {...summary} />} view={view.kind}>
        <View {...props} view={view} />
      </Card>
    </TextsContext.Provider>
  );
}

type StaticView = Exclude<PageView, { kind: 'live' }>;
type StaticProps = PageProps & { readonly view: StaticView };

function View({ view, language, query, operatorName, summary }: StaticProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const page = (key: keyof typeof pageTexts) => fillIn(pageTexts[key][language]);
  const form = (sent: SentForm) => ({ ...describeForm(texts, sent, operatorName), amount: summary.amount ?? undefined });
  switch (view.kind) {
    case 'form':
      return (
        <FormView {...form(view.form)}>{view.isBusy && view.form.mistake === undefined && <Notice text={page('busy.lead')} />}</FormView>
      );
    case 'sent':
      return (
        <>
          <Heading icon="phone" title={t('waiting.title')}>
            {page('busy.lead')}
          </Heading>
          <Button href={view.back}>{t('noRequest.open')}</Button>
        </>
      );
    case 'done':
      return <Closed icon="tick" title={page('done.title')} text={page('done.lead')} />;
    case 'closed':
      return view.reason === 'review' ? (
        <Closed icon="question" title={t('review.title')} text={view.text} />
      ) : (
        <Closed title={page(`${view.reason}.title`)} text={view.text} />
      );
    case 'review':
      return <InReview payment={view.payment} />;
    case 'paid':
      return <Paid {...view} />;
    case 'failed':
      return (
        <Failed
          {...view}
          retry={
            view.retry && (
              <div className="late">
                <h3>{t('retry')}</h3>
                <NumberForm {...form(view.retry)} />
              </div>
            )
          }
        />
      );
    default:
      return <OpenPayment view={view} query={query} form={form} openReference={page('reference.open')} />;
  }
}

interface OpenPaymentProps {
  view: Extract<StaticView, { kind: 'waiting' | 'retry' | 'unresolved' | 'reference' }>;
  query: string;
  form(sent: SentForm): NumberFormProps;
  /** What leads to the form for the reference. */
  openReference: string;
}

/** A payment whose outcome is not known yet. */
function OpenPayment({ view, query, form, openReference }: OpenPaymentProps) {
  const { t } = useTexts();
  const { payment } = view;
  const links = linkPages(payment.id, query);
  const back = <Button href={links.status}>{t('noRequest.wait')}</Button>;
  switch (view.kind) {
    case 'waiting': {
      const elapsedMs = Date.parse(payment.serverTime) - Date.parse(payment.createdAt);
      return <WaitingView payment={payment} payer={payment.payer} elapsedSeconds={Math.floor(elapsedMs / 1000)} links={links} />;
    }
    case 'retry':
      return (
        <>
          <FormView {...form(view.form)} title={t('noRequest.send')} lead={t('form.openRequest', { payer: payment.payer })}>
            <RetryChecks payer={payment.payer} />
          </FormView>
          {back}
        </>
      );
    case 'unresolved':
      return (
        <UnresolvedView
          payment={payment}
          reference={
            <>
              <h3>{t('unresolved.sms')}</h3>
              <Button main href={links.reference}>
                {openReference}
              </Button>
            </>
          }
          retry={view.mayRetry ? <Button href={links.retry}>{t('noRequest.send')}</Button> : null}
        />
      );
    case 'reference': {
      const { mistake } = view.form;
      return (
        <>
          <Heading title={t('unresolved.sms')} />
          <ReferenceForm plain={view.form} fault={mistake && (mistake.text ?? t('unresolved.hint'))} field={fieldAfter(mistake)} />
          {back}
        </>
      );
    }
  }
}

/** The form for a number, as it works without a script. */
function describeForm(texts: Translator, form: SentForm, operator: string | null) {
  const { mistake } = form;
  const fault = mistake?.fault ? explainFault(texts, mistake.fault, mistake.typed, operator) : mistake?.text;
  return { operator, number: '', plain: form, fault, field: fieldAfter(mistake) };
}

/** The field of a form that was sent with a mistake has what was typed, and the focus. */
function fieldAfter(mistake: Mistake | undefined) {
  return { defaultValue: mistake?.typed ?? '', autoFocus: mistake !== undefined };
}
