import { announce, createButton, createElement } from './dom.ts';
import { translate } from './texts.ts';

/** Creates a block of settings, and a button that copies it. */
export function createSettingsBlock(label: string, lines: readonly string[]): HTMLElement {
  const text = lines.join('\n');
  const block = createElement('pre', { tabindex: '0', 'aria-label': label }, text);
  const copy = createButton(translate('Copy'), 'button small', () => void copyText(text, block));
  copy.setAttribute('aria-label', translate('Copy: {1}', label));
  return createElement('div', { class: 'settings-block' }, block, copy);
}

async function copyText(text: string, block: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(translate('Copied'));
  } catch {
    // No permission, or no clipboard: the page has another origin than https and loopback.
    getSelection()?.selectAllChildren(block);
    announce(translate('Selected. Copy it with the keyboard.'));
  }
}
