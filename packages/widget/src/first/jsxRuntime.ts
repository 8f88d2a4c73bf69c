/** Replaces React's runtime in the first file: an element is what `draw` reads, and nothing more. */
export const jsx = (type: unknown, props: object) => ({ type, props });

export { jsx as jsxs };
