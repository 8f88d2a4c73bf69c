import { type Served, serve } from '@tsena/testkit/serve';

/** A page of a shop. */
export interface ShopPage {
  readonly body: string;
  readonly head?: string;
  readonly lang?: string;
  /** Content-Security-Policy. */
  readonly csp?: string;
  /** The media type, if it is not HTML. */
  readonly type?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shop's web server, with another origin than the companion's. */
export interface Shop extends Served {
  /** By path. */
  readonly pages: Map<string, ShopPage>;
}

/** Opens a {@link Shop} without pages. */
export async function openShop(): Promise<Shop> {
  const pages = new Map<string, ShopPage>();
  const served = await serve((request, response) => {
    const page = pages.get((request.url ?? '/').replace(/\?.*/, ''));
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { body, head = '', lang = 'en', csp, type = 'text/html; charset=utf-8', headers = {} } = page;
    response.writeHead(200, {
      'Content-Type': type,
      ...headers,
      ...(csp !== undefined && { 'Content-Security-Policy': csp }),
    });
    const viewport =
      '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">';
    response.end(
      type.startsWith('text/html')
        ? `<!doctype html><html lang="${lang}"><head><title>Shop</title>${viewport}${head}</head><body>${body}</body></html>`
        : body,
    );
  });
  return { ...served, pages };
}
