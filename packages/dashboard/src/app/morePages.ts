// The pages behind the overview, and the setup that a new shop sees on it, in a file of their own: the overview does not wait for them.
export { AuditPage } from '../audit/AuditPage.tsx';
export { Counter } from '../counter/Counter.tsx';
export { KeysPage } from '../keys/KeysPage.tsx';
export { LinkPage } from '../links/LinkPage.tsx';
export { LinksPage } from '../links/LinksPage.tsx';
export { MonthPage } from '../overview/MonthPage.tsx';
export { PaymentPage } from '../payments/PaymentPage.tsx';
export { PaymentsPage } from '../payments/PaymentsPage.tsx';
export { RefundsPage } from '../refunds/RefundsPage.tsx';
export { SetupChecks } from '../setup/SetupChecks.tsx';
export { SetupPage } from '../setup/SetupPage.tsx';
export { StatementPage } from '../statements/StatementPage.tsx';
export { StatementsPage } from '../statements/StatementsPage.tsx';
