import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
export class Shop {
  readonly pages = new Map<string, ShopPage>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const page = this.pages.get(new URL(request.url ?? '/', this.url).pathname);
      if (page === undefined) {
        response.writeHead(404).end();
        return;
      }
      const { body, head = '', lang = 'en', csp, type = 'text/html; charset=utf-8', headers = {} } = page;
      response.writeHead(200, { 'Content-Type': type, ...headers, ...(csp !== undefined && { 'Content-Security-Policy': csp }) });
      const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">';
      response.end(
        type.startsWith('text/html')
          ? `<!doctype html><html lang="${lang}"><head><title>Shop</title>${viewport}${head}</head><body>${body}</body></html>`
          : body,
      );
    });
  }

  /** Starts a server on a loopback port, by default a free one. */
  static async start(port = 0): Promise<Shop> {
    const shop = new Shop();
    await new Promise<void>((resolve) => shop.#server.listen(port, '127.0.0.1', resolve));
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
