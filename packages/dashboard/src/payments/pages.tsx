import { readFilter } from '../core/filter.ts';
import type { PageViews } from '../shared/pageViews.ts';
import { PaymentPage } from './PaymentPage.tsx';
import { PaymentsPage } from './PaymentsPage.tsx';

export const pages: PageViews = {
  payments({ id, query }) {
    if (/^[\w-]{1,40}$/.test(id)) return <PaymentPage key={id} id={id} />;
    return <PaymentsPage filter={readFilter(new URLSearchParams(query))} />;
  },
};
