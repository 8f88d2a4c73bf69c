import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type CheckoutEvents, type Emit, emitFrom } from '../events.ts';
import type { CheckoutOptions } from '../options.ts';
import { openShadow } from '../shadow.ts';
import { Widget } from './Widget.tsx';

/** The {@link CheckoutEvents} as properties. The latest function given is the one that is called. */
export interface CheckoutHandlers {
  onReady?: ((detail: CheckoutEvents['ready']) => void) | undefined;
  onChange?: ((detail: CheckoutEvents['change']) => void) | undefined;
  /** The operator says that it is paid. Count the order as paid by the companion's webhook, not by this. */
  onCompleted?: ((detail: CheckoutEvents['completed']) => void) | undefined;
  onFailed?: ((detail: CheckoutEvents['failed']) => void) | undefined;
  onError?: ((detail: CheckoutEvents['error']) => void) | undefined;
}

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
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<{ host: HTMLDivElement; root: ShadowRoot } | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (host.current !== null) setShadow({ host: host.current, root: openShadow(host.current) });
  }, []);

  const emit: Emit = useCallback((name, detail) => {
    if (host.current !== null) emitFrom(host.current)(name, detail);
    const handler = latest.current[HANDLERS[name]] as ((told: typeof detail) => void) | undefined;
    handler?.(detail);
  }, []);

  return (
    <div ref={host} className={props.className}>
      {shadow && createPortal(<Widget options={props} host={shadow.host} emit={emit} />, shadow.root)}
    </div>
  );
}

const HANDLERS = { ready: 'onReady', change: 'onChange', completed: 'onCompleted', failed: 'onFailed', error: 'onError' } as const;
