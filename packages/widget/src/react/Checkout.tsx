import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Emit } from '../events.ts';
import { emitTo } from '../handlers.ts';
import type { CheckoutHandlers, CheckoutOptions } from '../options.ts';
import { openShadow } from '../shadow.ts';
import { Widget } from './Widget.tsx';

/** Properties of {@link Checkout}. */
export interface CheckoutProps extends CheckoutOptions, CheckoutHandlers {
  /** For the element around the widget. */
  className?: string | undefined;
}

/**
 * The checkout as a React component. It can be rendered on a server, where it is an empty block.
 *
 * @example
 * <Checkout orderToken={token} companionUrl="https://pay.example" onCompleted={({ payment }) => thank(payment)} />
 */
export function Checkout(props: CheckoutProps) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [inside, setInside] = useState<{ host: Element; root: ShadowRoot; emit: Emit } | null>(null);

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const host = element.current;
    if (host !== null) setInside({ host, root: openShadow(host), emit: emitTo(host, () => latest.current) });
  }, []);

  return (
    <div ref={element} className={props.className}>
      {inside && createPortal(<Widget key={props.orderToken} options={props} host={inside.host} emit={inside.emit} />, inside.root)}
    </div>
  );
}
