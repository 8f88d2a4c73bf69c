import { type CSSProperties, forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import { createEmitter, type Emit } from '../core/events.ts';
import type { CheckoutHandlers, CheckoutOptions } from '../core/types.ts';
import { openShadow } from '../styles/shadow.ts';
import { Widget } from './Widget.tsx';

/** The properties of {@link Checkout}. */
export interface CheckoutProps extends CheckoutOptions, CheckoutHandlers {
  /** The `id` of the element around the widget. Default: none. */
  id?: string | undefined;
  /** The class of the element around the widget. Default: none. */
  className?: string | undefined;
  /** The style of the element around the widget, custom properties (`--tsena-accent` …) included. Default: none. */
  style?: CSSProperties | undefined;
}

/**
 * The checkout as a React component, for React 18 and 19. On a server it renders an empty element. The ref is the
 * element around the widget, which dispatches the events `tsena:…`.
 *
 * @example
 * <Checkout orderToken={token} companionUrl="https://pay.example" onCompleted={({ payment }) => thank(payment)} />
 */
export const Checkout = forwardRef<HTMLDivElement, CheckoutProps>((props, ref) => {
  const elementRef = useRef<HTMLDivElement>(null);
  const latestProps = useRef(props);
  const [mounted, setMounted] = useState<{ host: Element; root: Element; emit: Emit } | null>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => elementRef.current, []);

  useEffect(() => {
    latestProps.current = props;
  });
  useEffect(() => {
    const host = elementRef.current;
    if (host !== null)
      setMounted({ host, root: openShadow(host), emit: createEmitter(host, () => latestProps.current) });
  }, []);

  return (
    <div ref={elementRef} id={props.id} className={props.className} style={props.style}>
      {mounted && createPortal(<Localized key={props.orderToken} options={props} {...mounted} />, mounted.root)}
    </div>
  );
});
Checkout.displayName = 'Checkout';

/** The widget in the language of the element around it. */
function Localized({ options, host, emit }: { options: CheckoutOptions; host: Element; emit: Emit }) {
  const language = chooseLanguage(host, options.locale);
  return <Widget options={options} language={language} emit={emit} />;
}
