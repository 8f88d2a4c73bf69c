import { type ComponentChild, type ContainerNode, render } from 'preact';

/** As in React: creates a root that renders into a container. */
export function createRoot(container: ContainerNode) {
  return {
    render: (node: ComponentChild) => render(node, container),
    unmount: () => render(null, container),
  };
}
