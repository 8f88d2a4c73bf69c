/** What JSX makes of an element, with this folder's runtime as with React's. */
interface JsxElement {
  readonly type: string | ((props: object) => unknown);
  readonly props: Readonly<Record<string, unknown>>;
}

function isElement(node: unknown): node is JsxElement {
  return typeof node === 'object' && node !== null;
}

/**
 * Adds the nodes of a JSX tree to a node of the page, as Preact does: it can take them over. For components without state, and for
 * elements of HTML without event handlers, `ref` and fragments.
 */
export function draw(tree: unknown, parent: Node): void {
  if (Array.isArray(tree)) {
    for (const child of tree) draw(child, parent);
  } else if (isElement(tree)) {
    const { type, props } = tree;
    if (typeof type === 'function') {
      draw(type(props), parent);
      return;
    }
    const element = parent.appendChild(document.createElement(type));
    for (const name in props) {
      const value = props[name];
      if (name === 'children' || value === undefined) continue;
      if (name in element) Reflect.set(element, name, value);
      else element.setAttribute(name, String(value));
    }
    draw(props.children, element);
  } else if (typeof tree === 'string') {
    parent.appendChild(document.createTextNode(tree));
  }
}
