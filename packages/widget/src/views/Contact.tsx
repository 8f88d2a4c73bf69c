import { useTexts } from './context.ts';

/** How to reach the shop, if it says so. */
export function Contact() {
  const { t, contact } = useTexts();
  if (!contact) return null;
  const href = findAddress(contact);
  return (
    <p part="contact">
      {t('contact')} {href === null ? contact : <a href={href}>{contact}</a>}
    </p>
  );
}

/** The address of a text that is an e-mail address or a phone number, and nothing else. */
function findAddress(contact: string): string | null {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`;
  return /^\+?[\d\s]{7,}$/.test(contact) ? `tel:${contact.replace(/\s/g, '')}` : null;
}
