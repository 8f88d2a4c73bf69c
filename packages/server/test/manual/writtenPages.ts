import { configurationPage, frenchConfigurationPage } from './configurationPage.ts';
import { errorsPage, frenchErrorsPage } from './errorsPage.ts';
import { withReviewReasons } from './reviewReasonsTable.ts';
import { withViews } from './viewsTable.ts';

/**
 * The pages of docs/ whose tables are written, each English one before its translations, and what writes the tables
 * again.
 */
export const WRITTEN_PAGES: readonly (readonly [name: string, rewrite: (page: string) => string])[] = [
  ['errors.md', errorsPage],
  ['fr/errors.md', frenchErrorsPage],
  ['configuration.md', configurationPage],
  ['fr/configuration.md', frenchConfigurationPage],
  ['lifecycle.md', withViews],
  ['dashboard/README.md', (page) => withReviewReasons(page, 'en')],
  ['fr/dashboard/README.md', (page) => withReviewReasons(page, 'fr')],
  ['mg/dashboard/README.md', (page) => withReviewReasons(page, 'mg')],
];
