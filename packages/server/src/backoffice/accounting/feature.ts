import type { Feature } from '../feature.ts';

/** A month for the accountant. */
export const accounting: Feature = {
  routes: async () => (await import('./routes.ts')).booksRoutes,
  commands: { books: async () => (await import('./cli/books.ts')).books() },
};
