import type { Language } from '@tsena/shared';

/** What the script tag's first file says in one language. */
export interface FirstTexts {
  /** The markup of a new order's form. `{amount}` stands for the amount. */
  readonly form: string;
  /** What the button says while a press waits for the application. */
  readonly busy: string;
  /** The plain form's field. */
  readonly number: string;
  /** The plain form's button. `{amount}` stands for the amount. */
  readonly pay: string;
}

/** The build fills it in: see vite.config.ts. */
declare const FIRST_TEXTS: Readonly<Record<Language, FirstTexts>>;

export const firstTexts = FIRST_TEXTS;
