import { type AnyNode, type Program, parse } from 'acorn';
import { NEWER_FEATURES } from '../../../scripts/newerFeatures.ts';

/** The syntax of the script-tag file: what the oldest supported browsers, Chrome 61 and Safari 12, can parse. */
const ECMA_VERSION = 2017;

/** Those that the widget uses where they exist, and where it does without them. */
const WITH_FALLBACK: Readonly<Record<string, string>> = {
  'window.AbortController': 'src/fallbacks/abortController.ts',
  'window.queueMicrotask': 'src/fallbacks/queueMicrotask.ts',
  '"adoptedStyleSheets" in': 'src/styles/shadow.ts',
  '.finally()': 'react-query, for suspense only, which the widget does not use',
};

/** What Chrome 61 or Safari 12 do not know in a stylesheet. They would ignore the whole rule or the declaration. */
const NEWER_CSS: Readonly<Record<string, RegExp>> = {
  ':where(), :is(), :has()': /:(where|is|has)\(/,
  'a list in :not()': /:not\([^)]*,/,
  ':focus-visible beside another selector': /,[^{}]*:focus-visible|:focus-visible[^{}]*,[^{}]*\{/,
  'gap outside of grid-gap': /[{;\s](row-|column-)?gap:/,
  inset: /[{;\s]inset(-block|-inline)?:/,
  'aspect-ratio': /aspect-ratio:/,
  'min(), max() or clamp()': /[:\s(](min|max|clamp)\(/,
  '@layer, @container or @supports': /@(layer|container|supports)\b/,
  'a nested rule': /[{;]\s*&/,
  'a colour with hexadecimal transparency': /#([\da-f]{4}|[\da-f]{8})\b(?!-)/i,
};

/** What an old browser would meet in a file. */
export interface OldBrowserReport {
  /** What would break there. */
  readonly faults: readonly string[];
  /** The newer features that the file uses with a fallback, and where that is. */
  readonly fallbacks: readonly string[];
}

/**
 * Finds the syntax, the features and the CSS in a script that Chrome 61 or Safari 12 do not know.
 *
 * @param code a script with its stylesheet in a string
 */
export function checkForOldBrowsers(code: string): OldBrowserReport {
  let program: Program;
  try {
    program = parse(code, { ecmaVersion: ECMA_VERSION });
  } catch (error) {
    return { faults: [`not ECMAScript ${ECMA_VERSION}: ${String(error)}`], fallbacks: [] };
  }
  const uses = new Set<string>();
  const fallbacks = new Set<string>();
  visit(program, (node, parent) => {
    const use = findUse(node, parent);
    if (use === undefined) return;
    const fallback = WITH_FALLBACK[use];
    if (fallback === undefined) uses.add(use);
    else fallbacks.add(`${use}: ${fallback}`);
  });
  const css = (code.match(/:host\s*\{.*/s)?.[0] ?? '').replace(/`.*$/s, '');
  const cssFaults = Object.keys(NEWER_CSS).filter((name) => NEWER_CSS[name]?.test(css));
  return {
    faults: [...[...uses].map((use) => `uses ${use}`), ...cssFaults.map((name) => `the stylesheet uses ${name}`)],
    fallbacks: [...fallbacks],
  };
}

const GLOBALS = new Set<string>(NEWER_FEATURES.filter((feature) => !feature.includes('.')));
const STATICS = new Set<string>(NEWER_FEATURES.filter((feature) => /^\w+\.\w+$/.test(feature)));
const METHODS = new Set(
  NEWER_FEATURES.filter((feature) => feature.includes('.prototype.')).map((feature) => feature.replace(/^.*\./, '')),
);

function findUse(node: AnyNode, parent: AnyNode | undefined): string | undefined {
  if (node.type === 'Identifier') return GLOBALS.has(node.name) && isReference(node, parent) ? node.name : undefined;
  if (node.type === 'BinaryExpression') {
    const name = node.operator === 'in' && node.left.type === 'Literal' ? String(node.left.value) : '';
    return METHODS.has(name) ? `"${name}" in` : undefined;
  }
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const { name } = node.property;
  const owner = node.object.type === 'Identifier' ? node.object.name : undefined;
  const path = `${owner}.${name}`;
  if (STATICS.has(path) || (owner === 'window' && GLOBALS.has(name))) return path;
  // A property may have the name of a method of another kind of object: only a call counts.
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
  return METHODS.has(name) && isCalled ? `.${name}()` : undefined;
}

/** Whether an identifier is a variable, and not the name of a property. */
function isReference(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent === undefined || ('computed' in parent && parent.computed)) return true;
  if (parent.type === 'MemberExpression') return parent.property !== node;
  return (
    !(parent.type === 'Property' || parent.type === 'MethodDefinition') || parent.key !== node || parent.value === node
  );
}

function visit(node: AnyNode, callback: (node: AnyNode, parent: AnyNode | undefined) => void, parent?: AnyNode): void {
  callback(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child, callback, node);
    }
  }
}
