import type { Link } from '@tsena/shared/merchant';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';

/** Shares a link by the device's own dialog; without one, copies it and offers WhatsApp, Messenger and SMS. */
export function ShareLink({ link }: { readonly link: Link }) {
  const { t, money } = useTexts();
  const { merchant, announce } = useDashboard();
  const text = [merchant.partnerName, money(link.amount), ...(link.description === null ? [] : [link.description])].join(' · ');
  const message = encodeURIComponent(`${text}\n${link.url}`);
  if (typeof navigator.share === 'function') {
    return (
      <button
        type="button"
        className="button primary"
        // Who closes the dialog rejects the promise, which is no error.
        onClick={() => navigator.share({ text, url: link.url }).catch(() => undefined)}
      >
        {t('link.share')}
      </button>
    );
  }
  const copy = () =>
    navigator.clipboard?.writeText(link.url).then(
      () => announce(t('link.copied')),
      () => announce(link.url),
    ) ?? announce(link.url);
  return (
    <>
      <button type="button" className="button primary" onClick={copy}>
        {t('link.copy')}
      </button>
      <a className="button" href={`https://wa.me/?text=${message}`} target="_blank" rel="noreferrer">
        WhatsApp
      </a>
      <a className="button" href={`fb-messenger://share/?link=${encodeURIComponent(link.url)}`}>
        Messenger
      </a>
      <a className="button" href={`sms:?&body=${message}`}>
        SMS
      </a>
    </>
  );
}
