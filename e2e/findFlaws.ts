import type { Page } from '@playwright/test';

/**
 * What a designer would see at once: a page that scrolls sideways, cut text, targets too small for a finger, amounts
 * that may break.
 */
export async function findFlaws(page: Page): Promise<readonly string[]> {
  // What compiles this file may wrap functions in a helper, which the page does not have.
  await page.evaluate('globalThis.__name ??= (one) => one');
  return await page.evaluate(() => {
    const MIN_TARGET_PX = 44;
    const flaws: string[] = [];
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (excess > 0) flaws.push(`${excess} px too wide`);

    const roots: ParentNode[] = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
    const nameOf = (element: Element) =>
      `<${element.localName}${element.id && ` id=${element.id}`}${element.className && ` class=${element.getAttribute('class')}`}> ${(element.textContent ?? '').trim().slice(0, 40)}`;
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      // A link that only the keyboard shows is clipped until then.
      const { clip, clipPath } = getComputedStyle(element);
      const isClipped = clip !== 'auto' || clipPath !== 'none';
      return (
        !isClipped &&
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };

    for (const root of roots) {
      for (const element of root.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role=button]',
      )) {
        if (!isShown(element) || element.matches('[type=hidden]')) continue;
        // A label is part of its field's target; a link within a sentence is as tall as its line.
        const target = element.matches('[type=checkbox], [type=radio], [type=file]')
          ? (element.closest('label') ?? element)
          : element;
        const { width, height } = target.getBoundingClientRect();
        const isInSentence =
          element.localName === 'a' && getComputedStyle(element).display === 'inline' && element.closest('p') !== null;
        if (isInSentence || element.closest('[aria-hidden=true]') !== null) continue;
        if (height < MIN_TARGET_PX - 0.5 || width < MIN_TARGET_PX - 0.5)
          flaws.push(`target of ${Math.round(width)} × ${Math.round(height)} px: ${nameOf(element)}`);
      }
      for (const element of root.querySelectorAll<HTMLElement>('body *, :host *')) {
        if (!isShown(element)) continue;
        const { overflowX, overflowY, textOverflow, whiteSpaceCollapse } = getComputedStyle(element);
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isTall = hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
        if ((isWide || isTall) && element.matches(':not(.visually-hidden):not(svg *)') && element.clientWidth > 0)
          flaws.push(`cut (${textOverflow}, ${whiteSpaceCollapse}): ${nameOf(element)}`);
      }
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.nodeValue ?? '';
        const parted = /\d Ar\b|\d \d{3}\b(?=.?Ar)| [?!:;»](\s|$)|« /.exec(text);
        if (parted !== null && walker.currentNode.parentElement?.closest('script, style') === null)
          flaws.push(`may break: “${text.trim()}”`);
        if (
          /\{\w+\}|undefined|NaN|\[object/.test(text) &&
          walker.currentNode.parentElement?.closest('script, style') === null
        )
          flaws.push(`unfilled: “${text.trim().slice(0, 80)}”`);
      }
    }
    return [...new Set(flaws)];
  });
}
