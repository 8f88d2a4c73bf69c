import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Emit } from './events.ts';
import { Widget } from './react/Widget.tsx';
import { takeOverPage } from './takeOverPage.ts';
import type { CheckoutOptions } from './types.ts';

/** What the widget of one element needs. */
export interface WidgetProps {
  readonly options: CheckoutOptions;
  readonly host: Element;
  readonly emit: Emit;
}

/** A widget in its place. */
export interface ShownWidget {
  render(props: WidgetProps): void;
  unmount(): void;
}

/** Shows a widget. If its form is there already, the widget takes over the nodes, and what the shopper has typed. */
export function showWidget(place: Element, props: WidgetProps): ShownWidget {
  const create = (latest: WidgetProps) => createElement(Widget, { key: latest.options.orderToken, ...latest });
  const isDrawn = place.firstChild !== null;
  const root = isDrawn ? hydrateRoot(place, create(props)) : createRoot(place);
  if (!isDrawn) root.render(create(props));
  return { render: (latest) => root.render(create(latest)), unmount: () => root.unmount() };
}

takeOverPage();
