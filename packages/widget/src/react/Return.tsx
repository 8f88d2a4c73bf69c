import { useTexts } from './context.ts';

/** The way back to the shop, where the order token names one. */
export function Return({ url, main }: { url: string | null; main: boolean }) {
  const { t } = useTexts();
  // An address of another scheme (javascript:) would run in the shop's page.
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return (
    <a className={main ? 'button' : 'link'} part="return" href={url}>
      {t('return')}
    </a>
  );
}
