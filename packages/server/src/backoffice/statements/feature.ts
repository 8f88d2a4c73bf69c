import type { Feature } from '../feature.ts';

/** The operator’s statements, compared with the payments. */
export const statements: Feature = {
  routes: async () => (await import('./routes.ts')).statementRoutes,
  erasers: { statements: async (...how) => (await import('./statementRows.ts')).eraseStatementPayers(...how) },
  commands: { statements: async () => (await import('./cli/statements.ts')).statements() },
};
