import { type ESTree, type Plugin, parseAst } from 'vite';
import { applyEdits, type Edit, forEachChild } from './syntaxTree.ts';

const SPREAD_HELPER = 'babelHelpers.objectSpread2';

/**
 * Shortens what the compiler writes for object spread (ES2018) and `??` (ES2020). Needs its option `helpers.mode` to be `External`.
 */
export const shortSyntax: Plugin = {
  name: 'short-syntax',
  renderChunk: (code) => ({ code: shorten(code), map: null }),
};

/**
 * Shortens a compiled program: `Object.assign({}, a, b)` instead of nested calls of the helper, which differs from it only for setters, and
 * `a != null` instead of two comparisons.
 *
 * @throws Error if the program calls another helper of the compiler
 */
function shorten(code: string): string {
  const edits: Edit[] = [];
  visit(parseAst(code), code, edits);
  return applyEdits(code, edits);
}

function visit(node: ESTree.Node, code: string, edits: Edit[]): void {
  if (node.type === 'CallExpression') shortenCall(node, code, edits);
  if (node.type === 'LogicalExpression') shortenNullTest(node, code, edits);
  forEachChild(node, (child) => visit(child, code, edits));
}

function shortenCall(call: ESTree.CallExpression, code: string, edits: Edit[]): void {
  const callee = textOf(call.callee, code);
  if (!callee.startsWith('babelHelpers.')) return;
  if (callee !== SPREAD_HELPER) throw new Error(`${callee} is missing: write it without the syntax that needs it`);
  const [first, ...others] = call.arguments;
  const [innerFirst] = first?.type === 'CallExpression' && textOf(first.callee, code) === SPREAD_HELPER ? first.arguments : [];
  if (first === undefined || innerFirst === undefined) {
    edits.push({ start: call.callee.start, end: call.callee.end, text: 'Object.assign' });
    return;
  }
  // The outer call ends where the inner one does, and its other arguments join the inner ones.
  edits.push({ start: call.callee.start, end: first.start, text: '' });
  const second = others[0];
  const isEmpty = second?.type === 'ObjectExpression' && second.properties.length === 0;
  const joined = isEmpty ? others[1] : second;
  edits.push({ start: first.end - 1, end: joined?.start ?? call.end - 1, text: joined === undefined ? '' : ', ' });
}

/** `(x = a) !== null && x !== void 0` is `(x = a) != null`. */
function shortenNullTest({ operator, left, right }: ESTree.LogicalExpression, code: string, edits: Edit[]): void {
  const isPair =
    operator === '&&' &&
    left.type === 'BinaryExpression' &&
    left.operator === '!==' &&
    textOf(left.right, code) === 'null' &&
    right.type === 'BinaryExpression' &&
    right.operator === '!==' &&
    textOf(right.right, code) === 'void 0' &&
    textOf(left.left, code).replace(/^\(?([\w$]+) =.*$/s, '$1') === textOf(right.left, code);
  // The operator: a parenthesis may stand before it.
  if (isPair) edits.push({ start: code.indexOf('!==', left.left.end), end: right.end, text: '!= null' });
}

function textOf({ start, end }: ESTree.Node, code: string): string {
  return code.slice(start, end);
}
