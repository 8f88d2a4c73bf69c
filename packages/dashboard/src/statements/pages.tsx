import { statementIdSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { PageViews } from '../shared/pageViews.ts';
import { StatementPage } from './StatementPage.tsx';
import { StatementsPage } from './StatementsPage.tsx';

export const pages: PageViews = {
  statements({ id }) {
    const statement = z.safeParse(statementIdSchema, id);
    return statement.success ? <StatementPage key={id} id={statement.data} /> : <StatementsPage />;
  },
};
