import type { Language } from '@tsena/shared';

/** An older answer is not shown: what has changed since would be missing until the next refresh. */
const FRESH_MS = 5_000;

/** The path of today's totals, after `/v1/merchant`. */
export const TODAY_PATH = '/totals?days=2';

/** How the merchant API is read. The browser's cookie says whose session it is. */
export function readOptions(language: Language): RequestInit & { readonly headers: Readonly<Record<string, string>> } {
  // In the mode `same-origin` and without a referrer, browsers would send `Origin: null` with a change.
  return { headers: { 'Accept-Language': language }, mode: 'cors', credentials: 'same-origin', cache: 'no-store' };
}

/** Answers that were asked for while the browser still loaded the application. */
export interface FirstAnswers {
  /** The language of the answers. */
  readonly language: Language;
  /** The answer to a `GET` of this path, once; undefined if there is none, or if it is too old. */
  take(path: string): Promise<Response | undefined>;
  /** The body of the successful answer to a `GET` of this path, once; undefined if it has not arrived yet, or if it is too old. */
  takeArrived(path: string): unknown;
}

interface FirstAnswer {
  readonly response: Promise<Response | undefined>;
  body?: unknown;
  arrivedAt?: number;
}

function isFresh({ arrivedAt }: FirstAnswer): boolean {
  return arrivedAt === undefined || performance.now() - arrivedAt < FRESH_MS;
}

/**
 * Asks for the merchant and then, for the overview, for today's totals.
 *
 * @param base the address of `/v1/merchant`, without a trailing slash
 * @param isOverview whether the overview is opened
 */
export function askFirst(base: string, language: Language, isOverview: boolean): FirstAnswers {
  const answers = new Map<string, FirstAnswer>();

  async function ask(path: string): Promise<Response | undefined> {
    try {
      const response = await fetch(base + path, readOptions(language));
      const body: unknown = response.ok ? await response.clone().json() : undefined;
      const answer = answers.get(path);
      if (answer !== undefined) {
        answer.body = body;
        answer.arrivedAt = performance.now();
      }
      return response;
    } catch {
      // The application asks again, and says what is wrong.
      return undefined;
    }
  }

  const merchant = ask('');
  answers.set('', { response: merchant });
  if (isOverview) {
    // Browsers report each answer 401: a visitor who is not signed in causes one.
    answers.set(TODAY_PATH, { response: merchant.then((response) => (response?.ok ? ask(TODAY_PATH) : undefined)) });
  }

  return {
    language,
    async take(path) {
      const answer = answers.get(path);
      answers.delete(path);
      // One that arrives from now on has no time of arrival, and is new.
      const response = await answer?.response;
      return answer === undefined || !isFresh(answer) ? undefined : response;
    },
    takeArrived(path) {
      const answer = answers.get(path);
      if (answer?.body === undefined) return undefined;
      answers.delete(path);
      return isFresh(answer) ? answer.body : undefined;
    },
  };
}
