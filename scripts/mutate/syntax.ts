import { parseAst } from 'vitest/node';

/** A node of the syntax tree. Its other members depend on its type. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}

/** Parses TypeScript with vitest's parser. */
export function parse(source: string): SyntaxNode {
  const program: unknown = parseAst(source, { lang: 'ts' });
  if (!isNode(program)) throw new TypeError('the parser returned no syntax tree');
  return program;
}

/** The node in a member, if there is one. */
export function childOf(node: SyntaxNode, member: string): SyntaxNode | undefined {
  const value = node[member];
  return isNode(value) ? value : undefined;
}

/** The nodes in a member. */
export function childrenOf(node: SyntaxNode, member: string): SyntaxNode[] {
  const value = node[member];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** All children in source order. */
export function allChildren(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .sort((one, other) => one.start - other.start);
}

/** The text in a member, or an empty string. */
export function textOf(node: SyntaxNode, member: string): string {
  const value = node[member];
  return typeof value === 'string' ? value : '';
}

/** The name of the called function: `f` of `f()`, `g` of `a.g()`. */
export function calledName(call: SyntaxNode): string {
  const callee = childOf(call, 'callee');
  if (callee?.type === 'Identifier') return textOf(callee, 'name');
  const property = callee === undefined ? undefined : childOf(callee, 'property');
  return property === undefined ? '' : textOf(property, 'name');
}

/** The node inside parentheses and type assertions. */
export function unwrap(node: SyntaxNode): SyntaxNode {
  const wrapped = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type);
  const inner = wrapped ? childOf(node, 'expression') : undefined;
  return inner === undefined ? node : unwrap(inner);
}
