import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { useRef } from 'react';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

interface SettingsBlockProps {
  readonly label: string;
  readonly lines: readonly string[];
}

/** Settings, and a button that copies them. */
export function SettingsBlock({ label, lines }: SettingsBlockProps) {
  const { announce } = usePortal();
  const block = useRef<HTMLElement>(null);
  const text = lines.join('\n');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      announce(translate('Copied'));
    } catch {
      // No permission, or no clipboard: the page has another origin than https and loopback.
      if (block.current !== null) getSelection()?.selectAllChildren(block.current);
      announce(translate('Selected. Copy it with the keyboard.'));
    }
  }
  return (
    <div className="tight">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="inset" ref={block} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div className="buttons">
        <Button aria-label={translate('Copy: {1}', label)} onClick={copy}>
          {translate('Copy')}
        </Button>
      </div>
    </div>
  );
}
