import type { Page } from '@playwright/test';

/** Sets the spacing of criterion 1.4.12 in the page and in its shadow roots. */
export async function setTextSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
  });
}

/**
 * The element with the focus, also inside a shadow root: what it is, whether it can be seen, and whether a focus ring
 * is drawn.
 */
export async function readFocused(page: Page) {
  return await page.evaluate(() => {
    let root: DocumentOrShadowRoot = document;
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) {
      root = element.shadowRoot;
      element = element.shadowRoot.activeElement;
    }
    if (element === null || element === document.body)
      return { name: 'body', isBody: true, isVisible: true, hasRing: true };
    const { left, top, width, height } = element.getBoundingClientRect();
    // A checkbox or a file field may be drawn by its label.
    const drawn = element.closest('label') ?? element;
    const at = root.elementFromPoint(left + width / 2, top + height / 2);
    const isVisible = at !== null && (element.contains(at) || drawn.contains(at) || at.contains(element));
    const rings = [element, drawn, element.parentElement ?? element].map((one) => getComputedStyle(one));
    const hasRing = rings.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
    );
    // The browser draws the ring of the parts of a date field itself.
    const hasParts = element.matches('[type=date], [type=time], [type=datetime-local]');
    return {
      name: `${element.localName} ${(element.textContent ?? '').trim().slice(0, 30)}`,
      isBody: false,
      isVisible,
      hasRing: hasRing || hasParts,
    };
  });
}

/** What moves by itself, plays or flashes. */
export async function findMovement(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const FLASH_MS = 333;
    const media = [...document.querySelectorAll('audio, video, marquee, blink')].map((element) => element.localName);
    const flashes = document.getAnimations().filter((animation) => {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
      return iterations !== 1 && typeof duration === 'number' && duration < FLASH_MS;
    });
    return [...media, ...flashes.map(() => 'an animation that repeats more than three times a second')];
  });
}
