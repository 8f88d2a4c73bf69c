import type { Link } from '@tsena/shared/merchant';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { useCopy } from '../shared/useCopy.ts';

/** Shares a link by the device's own dialog; without one, copies it and offers WhatsApp, Messenger and SMS. */
export function ShareLink({ link }: { readonly link: Link }) {
  const { t, money } = useTexts();
  const { merchant, announce } = useDashboard();
  const copy = useCopy();
  const text = [
    merchant.partnerName,
    money(link.amount),
    ...(link.description === null ? [] : [link.description]),
  ].join(' · ');
  const message = encodeURIComponent(`${text}\n${link.url}`);
  if (typeof navigator.share === 'function') {
    return (
      <Button
        look="primary"
        // Who closes the dialog rejects the promise, which is no error.
        onClick={() => navigator.share({ text, url: link.url }).catch(() => undefined)}
      >
        {t('link.share')}
      </Button>
    );
  }
  return (
    <>
      <Button
        look="primary"
        onClick={() => (copy === undefined ? announce(link.url) : copy(link.url, t('link.copied'), link.url))}
      >
        {t('link.copy')}
      </Button>
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
