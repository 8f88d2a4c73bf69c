import { FIRST_DATA_ID, type FirstData } from '@tsena/shared/merchant';

/**
 * What the companion wrote into this page; undefined if nobody is signed in. The first picture shows it as it is, because a phone would
 * load twice as much with the schemas. The application parses it before it is used further.
 */
export function readFirstData(): FirstData | undefined {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent;
  return text == null ? undefined : (JSON.parse(text) as FirstData);
}

/** Under which keys react-query keeps it, after the language. */
export const MERCHANT_KEY = ['merchant'] as const;
export const TODAY_KEY = ['totals', 2] as const;
