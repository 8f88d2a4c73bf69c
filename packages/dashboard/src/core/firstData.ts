import { type Merchant, merchantSchema, type Totals, totalsSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { type FirstAnswers, TODAY_PATH } from './firstAnswers.ts';

/** What has arrived before the application was loaded. With it, the first page that is drawn has today's figure. */
export interface FirstData {
  readonly merchant: Merchant | undefined;
  /** Yesterday's and today's totals. */
  readonly totals: Totals | undefined;
}

/** Takes from the first answers what has arrived. What cannot be read counts as not there: the application asks for it again. */
export function takeFirstData(answers: FirstAnswers): FirstData {
  return {
    merchant: z.safeParse(merchantSchema, answers.takeArrived('')).data,
    totals: z.safeParse(totalsSchema, answers.takeArrived(TODAY_PATH)).data,
  };
}

/** Under which keys react-query keeps them, after the language. */
export const MERCHANT_KEY = ['merchant'] as const;
export const TODAY_KEY = ['totals', 2] as const;
