import type { PaymentEvent } from '@tsena/shared/merchant';
import { TechnicalDetails } from '../reasons/Reason.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { describeEvent, reasonOf, whoDid } from './describeEvent.ts';

/** A payment's history in words, oldest event first. */
export function PaymentHistory({ history }: { readonly history: readonly PaymentEvent[] }) {
  const texts = useTexts();
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{texts.t('history.title')}</h2>
      <ol className="plain history">
        {history.map((event) => (
          <li key={event.version} data-kind={event.kind}>
            <time className="hint" dateTime={event.at}>
              {texts.time(event.at, 'to the second')}
            </time>
            <div>
              <p>{describeEvent(event, texts)}</p>
              <Author event={event} />
              <EventDetails event={event} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Author({ event }: { readonly event: PaymentEvent }) {
  const { t, who } = useTexts();
  const name = whoDid(event);
  return name === null ? null : <p className="hint by">{t('who.by', { name: who(name) })}</p>;
}

function EventDetails({ event }: { readonly event: PaymentEvent }) {
  const reason = reasonOf(event);
  return reason === null ? null : <TechnicalDetails raw={reason.raw} />;
}
