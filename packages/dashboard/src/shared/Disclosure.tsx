import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface DisclosureProps {
  /** The text of the button that opens and closes it. */
  readonly title: string;
  /** What it opens. `close` takes it away, and `cancel` also gives the focus back to the button. */
  readonly children: (close: () => void, cancel: () => void) => ReactNode;
}

/** A button that opens a form or a question below it. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  function cancel() {
    close();
    opener.current?.focus();
  }
  return (
    <div className="actions">
      <Button aria-expanded={isOpen} ref={opener} onClick={() => setIsOpen(!isOpen)}>
        {title}
      </Button>
      {isOpen ? children(close, cancel) : null}
    </div>
  );
}
