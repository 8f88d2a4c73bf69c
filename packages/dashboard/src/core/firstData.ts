import { FIRST_DATA_ID, type FirstData } from '@tsena/shared/merchant';

/**
 * What the companion wrote into this page; undefined if nobody is signed in. The first picture shows it as it is,
 * because a phone would load twice as much with the schemas. The application parses it before it is used further.
 */
export function readFirstData(): FirstData | undefined {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent;
  return text == null ? undefined : (JSON.parse(text) as FirstData);
}

/** The path of its totals: of yesterday and today. */
export const TODAY_PATH = '/totals?days=2';
