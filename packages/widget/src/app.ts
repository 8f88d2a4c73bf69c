import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Texts } from './locales/index.ts';
import { Widget, type WidgetProps } from './react/Widget.tsx';
import { takeOverHostedPage } from './takeOverHostedPage.ts';

/** The build fills in those of one language: see vite.config.ts. */
declare const TEXTS: Texts;

/** A widget in its place. */
export interface ShownWidget {
  render(props: WidgetProps): void;
  unmount(): void;
}

/** The texts of this file's language. A widget that another file shows can change to them. */
export const texts = TEXTS;

/** Shows a widget. If its form is there already, the widget takes over the nodes, and what the shopper has typed. */
export function showWidget(place: Element, props: WidgetProps): ShownWidget {
  const create = (latest: WidgetProps) => createElement(Widget, { key: latest.options.orderToken, ...latest });
  const isDrawn = place.firstChild !== null;
  const root = isDrawn ? hydrateRoot(place, create(props)) : createRoot(place);
  if (!isDrawn) root.render(create(props));
  return { render: (latest) => root.render(create(latest)), unmount: () => root.unmount() };
}

takeOverHostedPage(texts);
