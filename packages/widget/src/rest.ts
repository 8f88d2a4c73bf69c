import { hydrate, render } from 'preact';
import { jsx } from 'preact/jsx-runtime';
import { createElement } from 'react';
import { setCreateElement } from './first/jsxRuntime.ts';
import type { Rest } from './first/restLoader.ts';
import { Widget } from './react/Widget.tsx';

setCreateElement(jsx);

/**
 * The second script-tag file. `restLoader.ts` loads it, and reads its global variable: a {@link Rest}.
 * Preact stands in React's place here, so it takes React's elements.
 */
const rest: Rest = {
  render: (root, props) => render(createElement(Widget, { key: props.options.orderToken, ...props }), root),
  takeOver: (root, props) => hydrate(createElement(Widget, { key: props.options.orderToken, ...props }), root),
  remove: (root) => render(null, root),
};

export default rest;
