import type { Language, MsisdnFault } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { linkPages, type PageData } from '../core/pageData.ts';
import { createTranslator, fillIn } from '../core/texts.ts';
import { locales } from '../locales/index.ts';
import { pageLocales } from '../locales/page/index.ts';
import { Widget } from '../react/Widget.tsx';
import { Card, Summary, type SummaryProps } from '../views/Card.tsx';
import { TextsContext, useTexts } from '../views/context.ts';
import { Button, Heading, Notice, type PlainForm } from '../views/controls.tsx';
import { explainFault, NumberForm } from '../views/FormView.tsx';
import { Closed, Failed, InReview, Paid } from '../views/outcomes.tsx';
import { ReferenceForm, UnresolvedView } from '../views/UnresolvedView.tsx';
import { RetryChecks, WaitingView } from '../views/WaitingView.tsx';

/** What is wrong with what a payer sent: the number, or what a sentence says. Null: what the form says beside its field. */
export type Mistake = { readonly typed: string } & ({ readonly fault: MsisdnFault } | { readonly text: string | null });

/** A form that was sent with a mistake has it beside the field. */
export interface SentForm extends PlainForm {
  readonly mistake: Mistake | null;
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
  | {
      readonly kind: 'paid';
      readonly payment: Payment;
      readonly returnUrl: string | null;
      readonly receivedAt: number;
      /** The merchant's NIF and STAT. */
      readonly registration: readonly (readonly [name: string, value: string | null])[];
    }
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
  const { t } = useTexts();
  const page = (key: keyof (typeof pageLocales)[Language]) => fillIn(pageLocales[language][key]);
  const form = (sent: SentForm) => <PlainNumberForm form={sent} operator={operatorName} amount={summary.amount ?? undefined} />;
  switch (view.kind) {
    case 'form':
      return (
        <>
          <Heading icon="phone" operator={operatorName} title={t('form.title', { operator: operatorName ?? t('operator') })} />
          {view.isBusy && view.form.mistake === null && <Notice text={page('busy.lead')} />}
          {form(view.form)}
        </>
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
                {form(view.retry)}
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
  form(sent: SentForm): ReactNode;
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
          <Heading title={t('noRequest.send')}>{t('form.openRequest', { payer: payment.payer })}</Heading>
          <RetryChecks payer={payment.payer} />
          {form(view.form)}
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
          <ReferenceForm
            plain={view.form}
            fault={mistake === null ? undefined : (('text' in mistake ? mistake.text : null) ?? t('unresolved.hint'))}
            field={{ defaultValue: mistake?.typed ?? '', autoFocus: mistake !== null }}
          />
          {back}
        </>
      );
    }
  }
}

interface PlainNumberFormProps {
  form: SentForm;
  operator: string | null;
  amount: string | undefined;
}

function PlainNumberForm({ form, operator, amount }: PlainNumberFormProps) {
  const texts = useTexts();
  const { mistake } = form;
  const fault = mistake && ('text' in mistake ? mistake.text : explainFault(texts, mistake.fault, mistake.typed, operator));
  return (
    <NumberForm
      operator={operator}
      amount={amount}
      number=""
      plain={form}
      fault={fault ?? undefined}
      field={{ defaultValue: mistake?.typed ?? '', autoFocus: mistake !== null }}
    />
  );
}
