import { linkIdSchema } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { AuditPage } from '../audit/AuditPage.tsx';
import { readFilter } from '../core/filter.ts';
import type { Route } from '../core/route.ts';
import { serverNow } from '../core/serverClock.ts';
import { Counter } from '../counter/Counter.tsx';
import { KeysPage } from '../keys/KeysPage.tsx';
import { LinkPage } from '../links/LinkPage.tsx';
import { LinksPage } from '../links/LinksPage.tsx';
import { MonthPage } from '../overview/MonthPage.tsx';
import { readMonth } from '../overview/months.ts';
import { PaymentPage } from '../payments/PaymentPage.tsx';
import { PaymentsPage } from '../payments/PaymentsPage.tsx';
import { RefundsPage } from '../refunds/RefundsPage.tsx';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { SetupPage } from '../setup/SetupPage.tsx';
import { StatementsPage } from '../statements/StatementsPage.tsx';

// The pages behind the overview, and the setup that a new shop sees on it, in a file of their own: the overview does
// not wait for them.
export { SetupChecks } from '../setup/SetupChecks.tsx';

/** What shows each page, by its path. */
export const PAGE_VIEWS: Readonly<Record<string, (route: Route) => ReactNode>> = {
  audit: () => <AuditPage />,
  keys: () => <KeysPage />,
  links({ id, view }) {
    const link = z.safeParse(linkIdSchema, id);
    if (!link.success) return <LinksPage />;
    return view === 'counter' ? <Counter key={id} id={link.data} /> : <LinkPage key={id} id={link.data} />;
  },
  months({ id }) {
    const month = readMonth(id, serverNow());
    return <MonthPage key={month} month={month} />;
  },
  payments({ id, query }) {
    if (/^[\w-]{1,40}$/.test(id)) return <PaymentPage key={id} id={id} />;
    return <PaymentsPage filter={readFilter(new URLSearchParams(query))} />;
  },
  refunds: () => <RefundsPage />,
  settings: () => <SettingsPage />,
  setup: () => <SetupPage />,
  statements: ({ id }) => <StatementsPage view={id} />,
};
