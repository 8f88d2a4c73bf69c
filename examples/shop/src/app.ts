import { fileURLToPath } from 'node:url';
import { signOrderToken } from '@tsena/node';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import * as z from 'zod/mini';
import { type Cart, countArticles, MAX_QUANTITY, quantityOf, readCart, setQuantity, writeCart } from './cart.ts';
import { findProduct } from './catalogue.ts';
import { refreshOrder } from './companion.ts';
import { keepCookie, readCookie } from './cookies.ts';
import { LANGUAGES, type Language, readLanguage, textsIn } from './locales/index.ts';
import { type Order, Orders, stateOf, takesNoPayment } from './orders.ts';
import { apologyPage } from './pages/apology.ts';
import { cartPage } from './pages/cart.ts';
import { checkoutPage } from './pages/checkout.ts';
import { homePage } from './pages/home.ts';
import { orderPage } from './pages/order.ts';
import { productPage } from './pages/product.ts';
import type { View } from './pages/view.ts';
import { allowCompanion, allowOwnScript, securePage } from './security.ts';
import { webhooks } from './webhooks.ts';

const publicFolder = fileURLToPath(new URL('../public', import.meta.url));

/** The shop's settings. */
export interface ShopOptions {
  /** The companion's address, for browsers and for the shop. */
  readonly companionUrl: string;
  /** The shop's address for browsers. A function, because the port may be chosen only when the server starts. */
  readonly publicUrl: () => string;
  readonly orderTokenSecret: string;
  readonly webhookSecret: string;
  readonly merchantApiKey: string | undefined;
  /** The companion's OPERATOR_ENVIRONMENT. Payments of another one do not count. */
  readonly environment: 'sandbox' | 'production';
}

const addSchema = z.object({ slug: z.string(), back: z._default(z.string(), '/') });
const quantitySchema = z.object({
  slug: z.string(),
  quantity: z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_QUANTITY)),
});

function languageOf(request: Request): Language {
  const accepted = request.acceptsLanguages([...LANGUAGES]);
  return readLanguage(readCookie(request, 'lang')) ?? readLanguage(accepted === false ? undefined : accepted) ?? 'fr';
}

/** Requests of a browser whose basket was paid. */
const emptied = new WeakSet<Request>();

function viewOf(request: Request): View {
  const language = languageOf(request);
  return {
    language,
    texts: textsIn(language),
    cart: emptied.has(request) ? [] : readCart(readCookie(request, 'cart')),
  };
}

/** Empties the basket if it is what this order has bought. */
function emptyPaidBasket(request: Request, response: Response, order: Order | undefined): void {
  if (order === undefined || stateOf(order).state !== 'paid' || !sameCart(viewOf(request), order)) return;
  if (readCookie(request, 'order') !== order.reference) return;
  emptied.add(request);
  for (const name of ['cart', 'order']) keepCookie(response, name, '');
}

/** The shop's app: pages, orders, and the endpoint for the companion's webhooks. */
export function createShop(options: ShopOptions, orders = new Orders()): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(webhooks(orders, options.webhookSecret, options.environment));
  app.use(express.static(publicFolder, { index: false, maxAge: '1h' }));
  app.use(express.urlencoded({ extended: false, limit: '4kb' }));

  app.use((request, response, next) => {
    securePage(response);
    emptyPaidBasket(request, response, orders.find(readCookie(request, 'order')));
    const wanted = readLanguage(typeof request.query.lang === 'string' ? request.query.lang : undefined);
    if (wanted === undefined || request.method !== 'GET') return next();
    keepCookie(response, 'lang', wanted);
    response.redirect(303, request.path.replace(/^\/+/, '/'));
  });
  addCart(app);
  addOrders(app, options, orders);

  app.use((request, response) => {
    const view = viewOf(request);
    response.status(404).send(apologyPage(view, view.texts.notFound, view.texts.notFoundText));
  });

  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    console.error(error);
    if (response.headersSent) return next(error);
    const view = viewOf(request);
    response.status(500).send(apologyPage(view, view.texts.failed, view.texts.failedText));
  });

  return app;
}

/** The products and the cart. */
function addCart(app: Express): void {
  app.get('/', (request, response) => {
    response.send(homePage(viewOf(request), findProduct(String(request.query.added))));
  });

  app.get('/products/:slug', (request, response, next) => {
    const product = findProduct(request.params.slug);
    if (product === undefined) return next();
    response.send(productPage(viewOf(request), product, findProduct(String(request.query.added))));
  });

  app.get('/cart', (request, response) => {
    response.send(cartPage(viewOf(request)));
  });

  app.post('/cart', (request, response, next) => {
    const form = addSchema.safeParse(request.body);
    const product = form.success ? findProduct(form.data.slug) : undefined;
    if (!form.success || product === undefined) return next();
    const { cart } = viewOf(request);
    keepCookie(response, 'cart', writeCart(setQuantity(cart, product, quantityOf(cart, product) + 1)));
    const back = form.data.back === `/products/${product.slug}` ? form.data.back : '/';
    response.redirect(303, `${back}?added=${product.slug}`);
  });

  app.post('/cart/quantity', (request, response, next) => {
    const form = quantitySchema.safeParse(request.body);
    const product = form.success ? findProduct(form.data.slug) : undefined;
    if (!form.success || product === undefined) return next();
    keepCookie(response, 'cart', writeCart(setQuantity(viewOf(request).cart, product, form.data.quantity)));
    response.redirect(303, '/cart');
  });
}

/** The orders, and how they are paid. */
function addOrders(app: Express, options: ShopOptions, orders: Orders): void {
  const companion = { url: options.companionUrl, apiKey: options.merchantApiKey, environment: options.environment };

  app.post('/orders', (request, response) => {
    const { cart } = viewOf(request);
    if (cart.length === 0) return response.redirect(303, '/cart');
    const order = orders.findUnpaid(readCookie(request, 'order'), cart) ?? orders.add(cart);
    keepCookie(response, 'order', order.reference);
    response.redirect(303, `/checkout/${order.reference}`);
  });

  app.get('/checkout/:reference', (request, response, next) => {
    const order = orders.find(request.params.reference);
    if (order === undefined) return next();
    if (takesNoPayment(order)) return response.redirect(303, `/orders/${order.reference}`);
    allowCompanion(response, options.companionUrl);
    const view = viewOf(request);
    const description = describeCart(order.cart, view);
    const returnUrl = `${options.publicUrl()}/orders/${order.reference}`;
    // The browser passes the token to the companion and cannot change it, so the amount always comes from the shop.
    const orderToken = signOrderToken(
      { order: order.reference, amount: order.total, description, returnUrl },
      options.orderTokenSecret,
    );
    response.send(checkoutPage(view, order, orderToken, options.companionUrl));
  });

  app.get('/orders/:reference', async (request, response, next) => {
    const known = orders.find(request.params.reference);
    if (known === undefined) return next();
    const order = await refreshOrder(companion, orders, known);
    emptyPaidBasket(request, response, order);
    allowOwnScript(response);
    response.send(orderPage(viewOf(request), order));
  });

  app.get('/orders/:reference/state', async (request, response, next) => {
    const known = orders.find(request.params.reference);
    if (known === undefined) return next();
    response.json({ state: stateOf(await refreshOrder(companion, orders, known)).state });
  });
}

/** The description that the payer sees on the phone: at most 50 characters. */
function describeCart(cart: Cart, { language, texts }: View): string {
  const names = cart.map(({ product }) => product.text[language].name).join(', ');
  return names.length <= 50 ? names : texts.articles(countArticles(cart));
}

function sameCart(view: View, order: Order): boolean {
  return writeCart(view.cart) === writeCart(order.cart);
}
