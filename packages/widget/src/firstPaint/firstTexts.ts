import type { Language } from '@tsena/shared';

/** What the script tag's first file says in one language. */
export interface FirstTexts {
  /** The markup of a new order's form. `{amount}` stands for the amount. */
  readonly form: string;
  /** What the button says while a press waits for the application. */
  readonly busy: string;
  /** What leads to the hosted page. */
  readonly title: string;
  readonly tooOld: string;
}

/** The build fills it in: see vite.config.ts. */
declare const FIRST_TEXTS: Readonly<Record<Language, FirstTexts>>;

export const firstTexts = FIRST_TEXTS;
