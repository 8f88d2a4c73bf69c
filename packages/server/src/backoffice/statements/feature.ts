import { commandGroup, type Feature } from '../feature.ts';

/** The operator’s statements, compared with the payments. */
export const statements: Feature = {
  routes: async () => (await import('./routes.ts')).statementRoutes,
  erasers: { statements: async (...how) => (await import('./statementRows.ts')).eraseStatementPayers(...how) },
  commands: {
    statements: commandGroup('statements', 'compare the operator’s statements with the payments', [
      async () => (await import('./cli/statementsImport.ts')).statementsImport(),
      async () => (await import('./cli/statementsShow.ts')).statementsShow(),
    ]),
  },
};
