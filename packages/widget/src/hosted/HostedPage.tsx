import type { Language, MsisdnFault } from '@tsena/shared';
import { isOpenView, type Payment, type PaymentView } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { ReactNode } from 'react';
import { type HostedData, linkHostedPages } from '../core/hostedData.ts';
import { createTranslator, fillIn, type TextValues, type Translator } from '../core/texts.ts';
import type { TextKey } from '../locales/index.ts';
import { Widget } from '../react/Widget.tsx';
import { Card, Summary, type SummaryProps } from '../views/Card.tsx';
import { Closed } from '../views/Closed.tsx';
import { Contact } from '../views/Contact.tsx';
import { TextsContext, useTexts } from '../views/context.ts';
import { Button, Heading, type PlainForm } from '../views/controls.tsx';
import { explainFault, FormView } from '../views/FormView.tsx';
import { isLateAfter, NewRequestView, SecretCodeQuestion } from '../views/NewRequestView.tsx';
import { explainFailure, ICONS, PaymentContent } from '../views/PaymentContent.tsx';
import type { KeptReceipt } from '../views/Receipt.tsx';
import { ReferenceForm, ReferenceLink } from '../views/ReferenceForm.tsx';
import { RetryChecks, WaitingView } from '../views/WaitingView.tsx';
import hostedTexts from './texts.json' with { type: 'json' };

/**
 * What is wrong with what a payer sent: the number, or what a sentence says. Without one: what the form says beside its
 * field.
 */
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
export type HostedView =
  /** The same as the widget, which takes over where a script can run. */
  | { readonly kind: 'live'; readonly hosted: HostedData }
  /**
   * The form, which no script takes over: what a payer has typed stays where it is. `note`: what an earlier payment of
   * the order asks of the payer, in words. `seen`: a payment of the order has no result.
   */
  | { readonly kind: 'form'; readonly form: SentForm; readonly note: string | null; readonly seen: Seen | null }
  /** On a reusable link: the payer's request is already on the phone. */
  | { readonly kind: 'sent'; readonly back: string }
  /** What is true of a link's order, without data of a payer. `reference`: where the payer types the operator's. */
  | {
      readonly kind: 'order';
      readonly view: Exclude<PaymentView, 'waiting' | 'unresolved'>;
      readonly reference: string | null;
    }
  /**
   * A payment of a link's order has no result. `retry`: where another request may be sent, after a question.
   * `reference`: where the payer types the operator's reference, or waits.
   */
  | { readonly kind: 'open'; readonly retry: string | null; readonly reference: string | null }
  | { readonly kind: 'closed'; readonly reason: 'closed' | 'error'; readonly text: string }
  | ShownPayment
  /** Another attempt at the payment's order. */
  | { readonly kind: 'retry'; readonly payment: Payment; readonly form: SentForm }
  /** The payer waits for a result. `form`: for the operator's reference; null: no payment takes one. */
  | { readonly kind: 'reference'; readonly view: PaymentView; readonly form: SentForm | null; readonly seen: Seen };

/** When a page that does not load itself again has looked last, ms since 1970, and where it does so again. */
export interface Seen {
  readonly at: number;
  readonly href: string;
}

/** What is true of a payment, and the ways from there. */
interface ShownPayment extends Omit<KeptReceipt, 'isKept' | 'method'> {
  readonly kind: 'payment';
  readonly payment: Payment;
  readonly returnUrl: string | null;
  readonly takesReference: boolean;
  /** Whether the page may take a new payment, now or later. */
  readonly takesAnother: boolean;
  /** Why the page takes no new payment, in words; null: it takes one, or does not say why not. */
  readonly closed: string | null;
}

/** What all views of a page have beside them. */
export interface HostedPageProps {
  readonly language: Language;
  readonly operatorName: string | null;
  readonly summary: SummaryProps;
  /** How payers reach the merchant; null: not shown. */
  readonly contact?: string | null;
  /** The query that keeps the chosen language. */
  readonly query: string;
  readonly view: HostedView;
}

/** The content of a hosted page's `<main>`. */
export function HostedPage(props: HostedPageProps) {
  const { view, language, summary } = props;
  const contact = props.contact ?? undefined;
  if (view.kind === 'live') {
    const options = { orderToken: view.hosted.orderToken, companionUrl: '', contact };
    return <Widget options={options} language={language} emit={() => undefined} hosted={view.hosted} />;
  }
  return (
    <TextsContext.Provider value={createTranslator(language, { contact })}>
      <Card summary={<Summary {...summary} />} view={view.kind === 'payment' ? view.payment.view : view.kind}>
        <View {...props} view={view} />
        {view.kind !== 'payment' && <Contact />}
      </Card>
    </TextsContext.Provider>
  );
}

/** What is said above the field for the operator's reference, where it is more than to wait. */
const REFERENCE_LEADS: Readonly<Partial<Record<PaymentView, TextKey>>> = {
  unresolved: 'unresolved.ask',
  review: 'review.lead',
};

type StaticView = Exclude<HostedView, { kind: 'live' }>;
type StaticProps = HostedPageProps & { readonly view: StaticView };

function View({ view, language, query, operatorName, summary }: StaticProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const say = (key: keyof typeof hostedTexts, values?: TextValues) => fillIn(hostedTexts[key][language], values);
  const form = (sent: SentForm) => ({
    ...describeForm(texts, sent, operatorName),
    amount: summary.amount ?? undefined,
  });
  /** A page with a field does not load itself again, for that would delete what is typed. */
  const lookedAt = ({ at, href }: Seen) => (
    <>
      <p className="small">{say('lookedAt', { time: writeLocalTime(at) })}</p>
      <Button href={href}>{t('waiting.refresh')}</Button>
    </>
  );
  switch (view.kind) {
    case 'form':
      return (
        <>
          <FormView
            {...form(view.form)}
            title={view.seen ? t('noRequest.send') : undefined}
            lead={view.seen ? t('form.openRequest') : view.note}
          >
            {view.seen && <RetryChecks />}
          </FormView>
          {view.seen && lookedAt(view.seen)}
        </>
      );
    case 'sent':
      return (
        <>
          <Heading icon="phone" title={t('waiting.title')}>
            {say('busy.lead')}
          </Heading>
          <Button href={view.back}>{say('sent.back')}</Button>
        </>
      );
    case 'open':
      return (
        <>
          <Closed icon="phone" title={say('open.title')} text={say(view.retry ? 'open.ask' : 'open.lead')} />
          {view.retry && view.reference && <SecretCodeQuestion yes={view.reference} no={view.retry} />}
          {!view.retry && view.reference && <ReferenceLink href={view.reference} />}
        </>
      );
    case 'order': {
      // Who opens the link may not be who paid.
      if (view.view === 'paid')
        return <Closed icon="tick" title={t('paid_by_another.title')} text={say('done.lead')} />;
      const text = t(`${view.view}.lead`, { partner: summary.merchant });
      return (
        <>
          <Closed icon={ICONS[view.view]} title={t(`${view.view}.title`)} text={text} />
          {view.reference && <ReferenceLink href={view.reference} />}
        </>
      );
    }
    case 'closed':
      return <Closed title={say(`${view.reason}.title`)} text={view.text} />;
    case 'payment':
      return (
        <StaticPayment
          {...view}
          query={query}
          method={view.payment.method === 'reference' ? [say('method'), say('method.byHand')] : undefined}
        />
      );
    case 'retry':
      return (
        <>
          <FormView
            {...form(view.form)}
            title={t(isOpenView(view.payment.view) ? 'noRequest.send' : 'retry')}
            lead={isOpenView(view.payment.view) ? t('form.openRequest') : explainFailure(texts, view.payment)}
          >
            {isOpenView(view.payment.view) && <RetryChecks payer={view.payment.payer} />}
          </FormView>
          {lookedAt({ at: Date.parse(view.payment.serverTime), href: linkHostedPages(view.payment, query).retry })}
        </>
      );
    case 'reference': {
      const { form: sent } = view;
      const fault = sent?.mistake && (sent.mistake.text ?? t('unresolved.hint'));
      return (
        <>
          <Heading title={t(sent ? 'unresolved.sms' : 'unresolved.title')}>
            {t(REFERENCE_LEADS[view.view] ?? 'typed.wait')}
          </Heading>
          {sent && <ReferenceForm plain={sent} fault={fault} field={fieldAfter(sent.mistake)} />}
          {lookedAt(view.seen)}
        </>
      );
    }
  }
}

/** The payment's content without a script: what needs a form is behind a link. */
function StaticPayment({
  kind,
  payment,
  takesReference,
  takesAnother,
  query,
  ...kept
}: ShownPayment & Pick<KeptReceipt, 'method'> & { query: string }) {
  const links = linkHostedPages(payment, query);
  const nowMs = Date.parse(payment.serverTime);
  const secondsUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - nowMs) / 1000));
  const reference = takesReference ? <ReferenceLink href={links.reference} /> : null;
  const newRequest = (
    <NewRequestView
      payment={payment}
      seconds={takesAnother && payment.retryableAt !== null ? secondsUntil(payment.retryableAt) : null}
      isLate={isLateAfter(payment, nowMs)}
      reference={reference}
      links={links}
    />
  );
  const elapsedSeconds = Math.floor((nowMs - Date.parse(payment.createdAt)) / 1000);
  return (
    <PaymentContent
      {...kept}
      isKept
      payment={payment}
      waiting={
        <WaitingView
          payment={payment}
          payer={payment.payer}
          elapsedSeconds={elapsedSeconds}
          help={newRequest}
          links={links}
        />
      }
      reference={reference}
      newRequest={newRequest}
      links={links}
    />
  );
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
