import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * Keeps data on the page while the same data are read in another language, so that a form on it keeps what is typed. Data of another key
 * never stay: they would be about something else.
 *
 * @param key without the language, with which each query's key begins
 */
export function keepInLanguages(key: QueryKey) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: QueryKey } | undefined): Data | undefined =>
    query !== undefined && hashKey(query.queryKey.slice(1)) === hashKey(key) ? previous : undefined;
}
