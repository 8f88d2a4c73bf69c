/** What the page's address names: `#/{page}/{id}/{view}?{query}`. Browsers never send it to a server. */
export interface Route {
  /** The path of a page; empty for the overview. */
  readonly page: string;
  readonly id: string;
  readonly view: string;
  readonly query: string;
}

/** Reads the route from the address's fragment. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id = '', view = ''] = path.split('/', 3);
  return { page, id, view, query };
}
