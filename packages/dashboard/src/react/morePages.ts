// The pages behind the overview, and the setup that a new shop sees on it, in a file of their own: the overview does not wait for them.
export { Counter } from './Counter.tsx';
export { KeysPage } from './KeysPage.tsx';
export { LinkPage } from './LinkPage.tsx';
export { LinksPage } from './LinksPage.tsx';
export { MonthPage } from './MonthPage.tsx';
export { PaymentPage } from './PaymentPage.tsx';
export { PaymentsPage } from './PaymentsPage.tsx';
export { RefundsPage } from './RefundsPage.tsx';
export { SetupChecks } from './SetupChecks.tsx';
export { SetupPage } from './SetupPage.tsx';
export { StatementPage } from './StatementPage.tsx';
export { StatementsPage } from './StatementsPage.tsx';
