import { type AnyNode, type Program, parse } from 'acorn';
import { NEWER_FEATURES } from '../../../scripts/newerFeatures.ts';

/**
 * The oldest browsers of a file, by the ECMAScript that they can parse. The script tag's first file: Chrome 61, Safari
 * 12. The application: Chrome 80, Safari 14, Firefox 78.
 */
export type Floor = 2017 | 2020;

/** What a file uses although its oldest browsers lack it, and why it may. */
const EXPLAINED: Readonly<Record<string, string>> = {
  '"adoptedStyleSheets" in': 'src/styles/shadow.ts does without',
  '"BigInt" in': 'src/firstPaint/canShowWidget.ts asks for it',
  '"allSettled" in': 'src/firstPaint/canShowWidget.ts asks for it',
  queueMicrotask: 'src/element.ts, which runs only where the application can',
};

/** What the oldest browsers do not know in a stylesheet. They would ignore the whole rule or the declaration. */
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
  /** The newer features that the file may use, and why. */
  readonly explained: readonly string[];
}

/**
 * Finds the syntax, the features and the CSS in a script that its oldest browsers do not know.
 *
 * @param code a script with its stylesheet in a string
 */
export function checkForOldBrowsers(code: string, floor: Floor): OldBrowserReport {
  let program: Program;
  try {
    program = parse(code, { ecmaVersion: floor });
  } catch (error) {
    return { faults: [`not ECMAScript ${floor}: ${String(error)}`], explained: [] };
  }
  const uses = new Set<string>();
  const explained = new Set<string>();
  const newer = sortFeatures(NEWER_FEATURES[floor]);
  visit(program, (node, parent) => {
    const use = findUse(newer, node, parent);
    if (use === undefined) return;
    const reason = EXPLAINED[use];
    if (reason === undefined) uses.add(use);
    else explained.add(`${use}: ${reason}`);
  });
  const css = (code.match(/:host\s*\{.*/s)?.[0] ?? '').replace(/`.*$/s, '');
  const cssFaults = Object.keys(NEWER_CSS).filter((name) => NEWER_CSS[name]?.test(css));
  return {
    faults: [...[...uses].map((use) => `uses ${use}`), ...cssFaults.map((name) => `the stylesheet uses ${name}`)],
    explained: [...explained],
  };
}

function sortFeatures(features: readonly string[]) {
  const membersOf = (pattern: RegExp) =>
    new Set(features.filter((one) => pattern.test(one)).map((one) => one.replace(/^.*\./, '')));
  return {
    globals: new Set(features.filter((one) => !one.includes('.'))),
    statics: new Set(features.filter((one) => /^\w+\.\w+$/.test(one))),
    staticNames: membersOf(/^\w+\.\w+$/),
    methods: membersOf(/\.prototype\./),
  };
}

function findUse(
  { globals, statics, staticNames, methods }: ReturnType<typeof sortFeatures>,
  node: AnyNode,
  parent: AnyNode | undefined,
): string | undefined {
  if (node.type === 'Identifier') return globals.has(node.name) && isReference(node, parent) ? node.name : undefined;
  if (node.type === 'BinaryExpression') {
    const name = node.operator === 'in' && node.left.type === 'Literal' ? String(node.left.value) : '';
    return [globals, staticNames, methods].some((names) => names.has(name)) ? `"${name}" in` : undefined;
  }
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const { name } = node.property;
  const owner = node.object.type === 'Identifier' ? node.object.name : undefined;
  const path = `${owner}.${name}`;
  if (statics.has(path) || (owner === 'window' && globals.has(name))) return path;
  // A property may have the name of a method of another kind of object: only a call counts.
  const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
  return methods.has(name) && isCalled ? `.${name}()` : undefined;
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
