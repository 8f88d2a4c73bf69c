import { test as base, type Locator, type Page } from '@playwright/test';
import { CompanionStub } from './companionStub.ts';
import { openShop, type Shop, type ShopPage } from './shop.ts';

/** The widget on a page. */
export class Widget {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, root = page.locator('tsena-checkout')) {
    this.page = page;
    this.root = root;
  }

  get number(): Locator {
    return this.root.locator('input[type=tel]');
  }

  get button(): Locator {
    return this.root.locator('[part=button]');
  }

  get heading(): Locator {
    return this.root.getByRole('heading', { level: 2 });
  }

  /** The live region. */
  get status(): Locator {
    return this.root.getByRole('status');
  }

  /** The view with this name. */
  view(name: string): Locator {
    return this.root.locator(`[data-view=${name}]`);
  }

  async pay(number = '034 35 000 03'): Promise<void> {
    await this.number.fill(number);
    await this.button.click();
  }
}

/** Creates an order token with an invalid signature. The widget does not verify it. */
export function orderToken(claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const order = { sub: 'TS-1047', amount: '25000', description: 'Lamba landy, vanille ★', exp: 4_102_444_800 };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...order, ...claims })}.c2lnbmF0dXJl`;
}

interface Fixtures {
  companion: CompanionStub;
  shop: Shop;
  /** Opens a page with the script tag, or with the given body. */
  open(page?: Partial<ShopPage> & { token?: string; attributes?: string }): Promise<Widget>;
}

/** Returns the `tsena:…` events that reached the document, in order, as `name:status`. */
export function eventsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { events: string[] }).events);
}

/** Hides or shows the page, as a switch to another app does. */
export async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    visible ? 'visible' : 'hidden',
  );
}

const RECORD_EVENTS = () => {
  const events: string[] = [];
  Object.assign(window, { events });
  for (const name of ['ready', 'change', 'completed', 'failed', 'error']) {
    document.addEventListener(`tsena:${name}`, (event) => {
      const { payment, problem } = (event as CustomEvent<{ payment?: { status: string }; problem?: { code: string } }>)
        .detail;
      events.push([name, payment?.status ?? problem?.code].filter(Boolean).join(':'));
    });
  }
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
  companion: async ({}, use) => {
    const companion = await CompanionStub.start();
    await use(companion);
    await companion.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  shop: async ({}, use) => {
    const shop = await openShop();
    await use(shop);
    await shop.close();
  },
  open: async ({ page, companion, shop }, use) => {
    await page.addInitScript(RECORD_EVENTS);
    await use(async ({ token = 'form', attributes = '', body, ...rest } = {}) => {
      const script = `<script async src="${companion.url}/v1/checkout.js" data-order-token="${token}" ${attributes}></script>`;
      shop.pages.set('/', { ...rest, body: body ?? script });
      await page.goto(shop.url, { waitUntil: 'domcontentloaded' });
      return new Widget(page);
    });
  },
});

export { expect } from '@playwright/test';
