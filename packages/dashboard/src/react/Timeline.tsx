import type { PaymentEvent } from '@tsena/shared/merchant';
import { narrate } from '../core/narrate.ts';
import { useTexts } from './desk.ts';

/** What happened to a payment, in words, in order. */
export function Timeline({ history }: { readonly history: readonly PaymentEvent[] }) {
  const texts = useTexts();
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{texts.t('timeline.title')}</h2>
      <ol className="plain timeline">
        {history.map((event) => (
          <li key={event.version} data-kind={event.kind}>
            <time dateTime={event.at}>{texts.time(event.at, 'to the second')}</time>
            <p>{narrate(event, texts)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
