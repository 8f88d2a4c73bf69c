import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** What the doc comments say of a schema or a list of routes, and of its members, by their name. */
export interface Described {
  /** The first paragraph. */
  readonly text?: string | undefined;
  /** The second one. */
  readonly more?: string | undefined;
  readonly members: Readonly<Record<string, Described>>;
}

type Parsed = ReturnType<typeof parseSync>;
type Statement = Parsed['program']['body'][number];
type Variables = Extract<Statement, { type: 'VariableDeclaration' }>;
type Value = NonNullable<Variables['declarations'][number]['init']>;

/** A constant of a module: what it is made of, and what the comment before it says. */
interface Constant {
  readonly value: Value;
  readonly texts: Texts;
  readonly module: Module;
}

/** A module's constants, and its comments by where they end. */
interface Module {
  readonly constants: Map<string, Constant>;
  textsBefore(start: number): Texts;
}

type Texts = Omit<Described, 'members'>;

/** What doc comments say of the exported constants with these names. */
export interface DocComments {
  readonly names: readonly string[];
  describe(name: string): Described;
}

/** Reads the doc comments of the modules in a folder. */
export function readDocComments(folder: string): DocComments {
  const exported = new Map<string, Constant>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  for (const file of files) readModule(join(folder, file), exported);

  function membersOf(value: Value, module: Module): Record<string, Described> {
    const all = (values: readonly Value[]) => Object.assign({}, ...values.map((one) => membersOf(one, module)));
    switch (value.type) {
      case 'ObjectExpression':
        return Object.assign(
          {},
          ...value.properties.map((member) => {
            if (member.type === 'SpreadElement') return membersOf(member.argument, module);
            if (member.key.type !== 'Identifier' || member.value.type === 'Literal') return {};
            const own = module.textsBefore(member.start);
            const texts = own.text === undefined ? find(nameIn(member.value), module)?.texts : own;
            return { [member.key.name]: { ...texts, members: membersOf(member.value, module) } };
          }),
        );
      case 'CallExpression':
        return all([value.callee, ...value.arguments.filter((one) => one.type !== 'SpreadElement')]);
      case 'MemberExpression':
        return value.object.type === 'Super' ? {} : membersOf(value.object, module);
      case 'ArrayExpression':
        return all(value.elements.filter((one) => one !== null && one.type !== 'SpreadElement'));
      case 'ArrowFunctionExpression':
        return value.body.type === 'BlockStatement' ? {} : membersOf(value.body, module);
      case 'Identifier': {
        const constant = find(value.name, module);
        return constant === undefined ? {} : membersOf(constant.value, constant.module);
      }
      default:
        return {};
    }
  }
  function find(name: string | undefined, module: Module): Constant | undefined {
    return name === undefined ? undefined : (module.constants.get(name) ?? exported.get(name));
  }
  return {
    names: [...exported.keys()],
    describe(name) {
      const constant = exported.get(name);
      return constant === undefined
        ? { members: {} }
        : { ...constant.texts, members: membersOf(constant.value, constant.module) };
    },
  };
}

/** The constant that a member consists of, behind `z.optional`. Its own comment says what the member is. */
function nameIn(value: Value): string | undefined {
  if (value.type === 'Identifier') return value.name;
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return undefined;
  const [inner] = value.arguments;
  return inner?.type === 'Identifier' ? inner.name : undefined;
}

function readModule(file: string, exported: Map<string, Constant>): void {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const module: Module = {
    constants: new Map(),
    textsBefore(start) {
      const comment = comments.findLast(({ end }) => end <= start);
      const isDoc = comment?.value.startsWith('*') === true && source.slice(comment.end, start).trim() === '';
      const [text, more] = isDoc ? paragraphsOf(comment.value) : [];
      return { text, more };
    },
  };
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declared = isExport ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || init === null) continue;
      const constant = { value: init, texts: module.textsBefore(statement.start), module };
      module.constants.set(id.name, constant);
      if (isExport) exported.set(id.name, constant);
    }
  }
}

/** The paragraphs of a comment, before its tags. */
function paragraphsOf(comment: string): string[] {
  const lines = comment.slice(1).split('\n');
  const text = lines.map((line) => line.replace(/^\s*\*?\s*/, '').trim()).join('\n');
  const [beforeTags = ''] = text.split(/\n@/, 1);
  return beforeTags
    .trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '));
}
