/** As far as the components without state need it. */
type CreateElement = (type: string, props: object) => unknown;

let createElement: CreateElement = (type, props) => ({ type, props });

/** Replaces React's runtime in the first file: an element is what `draw` reads, and nothing more. */
export const jsx: CreateElement = (type, props) => createElement(type, props);

export { jsx as jsxs };

/** Lets the second file use the components of the first one: they then make its framework's elements, which `draw` reads too. */
export function setCreateElement(create: CreateElement): void {
  createElement = create;
}
