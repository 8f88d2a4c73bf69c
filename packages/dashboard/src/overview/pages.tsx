import { monthOf, monthSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { PageViews } from '../shared/pageViews.ts';
import { MonthPage } from './MonthPage.tsx';

export const pages: PageViews = {
  months({ id }) {
    const month = z.safeParse(monthSchema, id).success ? id : monthOf(Date.now());
    return <MonthPage key={month} month={month} />;
  },
};
