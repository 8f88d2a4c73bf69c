import { type ESTree, type Plugin, parseAst } from 'vite';
import { applyEdits, type Edit, forEachChild, isNode } from './syntaxTree.ts';

/** The new names of the private members that are in scope. */
type Names = ReadonlyMap<string, string>;

/**
 * Turns private members (`#name`, ES2022) into ordinary ones with short names. The compiler would make a WeakMap of each of them, which
 * costs 2 KB and time.
 */
export const withoutPrivateNames: Plugin = {
  name: 'without-private-names',
  enforce: 'pre',
  transform: {
    filter: { id: /\.[jt]sx?$/, code: /#[a-z]/i },
    handler: (code, id) => ({ code: replacePrivateNames(code, /\.tsx?$/.test(id) ? 'tsx' : 'js'), map: null }),
  },
};

/**
 * Replaces the private members in a module. Those of a class that extends another get names that the other one's cannot have.
 *
 * @throws Error if the module contains `#name in object`
 */
function replacePrivateNames(code: string, lang: 'js' | 'tsx'): string {
  const edits: Edit[] = [];
  visit(parseAst(code, { lang }), new Map(), edits);
  return applyEdits(code, edits);
}

function visit(node: ESTree.Node, names: Names, edits: Edit[]): void {
  if (node.type === 'PrivateIdentifier') {
    const text = names.get(node.name);
    if (text === undefined) throw new Error(`#${node.name} belongs to no class`);
    edits.push({ start: node.start, end: node.end, text });
    return;
  }
  // A field without a value is not needed: it is undefined without it.
  if (node.type === 'PropertyDefinition' && node.key.type === 'PrivateIdentifier' && node.value === null) {
    edits.push({ start: node.start, end: node.end, text: '' });
    return;
  }
  // An ordinary property needs quotes here.
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier')
    throw new Error(`#${node.left.name} in … is not supported`);
  const inner = node.type === 'ClassDeclaration' || node.type === 'ClassExpression' ? addMembers(node, names) : names;
  forEachChild(node, (child) => visit(child, inner, edits));
}

function addMembers({ body, superClass }: ESTree.Class, outer: Names): Names {
  const names = new Map(outer);
  // query-core's classes, and ours, extend at most one other class with private members.
  const prefix = superClass === null ? '$' : '$$';
  const members = body.body.flatMap((member) =>
    'key' in member && isNode(member.key) && member.key.type === 'PrivateIdentifier' ? member.key.name : [],
  );
  // A getter and its setter have one name.
  for (const [index, name] of [...new Set(members)].entries()) names.set(name, prefix + index.toString(36));
  return names;
}
