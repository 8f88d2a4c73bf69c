import type { ESTree } from 'vite';

/** A replacement of a part of a program. Parts do not overlap. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits to a program. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let edited = '';
  let position = 0;
  for (const { start, end, text } of [...edits].sort((one, other) => one.start - other.start)) {
    edited += code.slice(position, start) + text;
    position = end;
  }
  return edited + code.slice(position);
}

/** Whether a value in a syntax tree is a node. */
export function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Calls back for the nodes directly below this one. */
export function forEachChild(node: ESTree.Node, callback: (child: ESTree.Node) => void): void {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) callback(child);
  }
}
