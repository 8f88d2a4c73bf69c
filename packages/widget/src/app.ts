import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Widget, type WidgetProps } from './react/Widget.tsx';
import { takeOverHostedPage } from './takeOverHostedPage.ts';

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

takeOverHostedPage();
