import { type ComponentChild, type ContainerNode, render } from 'preact';

/** As React's `createRoot`. */
export function createRoot(container: ContainerNode) {
  return {
    render: (node: ComponentChild) => render(node, container),
    unmount: () => render(null, container),
  };
}
