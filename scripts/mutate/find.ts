import {
  ARITHMETIC,
  ASSIGNMENTS,
  CONDITION_METHODS,
  EQUALITIES,
  QUERY_METHODS,
  QUERY_OPERATORS,
  RELATIONS,
  REMOVED_METHODS,
  SQL_TOKENS,
  SWAPPED_METHODS,
  TEXTS_FOR_PEOPLE,
  TYPE_MEMBERS,
} from './replacements.ts';
import { allChildren, calledName, childOf, childrenOf, parse, type SyntaxNode, textOf, unwrap } from './syntax.ts';

/** The syntax form of a mutant's place, which decides how the switch is written. */
export type Form = 'expression' | 'shorthand' | 'block' | 'statements';

/** A small change of the source that a test should notice. */
export interface Mutant {
  /** Its number in its file, from 1. */
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly form: Form;
  readonly original: string;
  readonly replacement: string;
  /** Identifies the mutant by its function and text, independent of lines. */
  readonly key: string;
}

type Visit = (node: SyntaxNode, context: Context) => void;

type Found = Pick<Mutant, 'start' | 'end' | 'form' | 'replacement'> & { readonly where: string };

interface Context {
  /** The names of the enclosing functions. */
  readonly where: string;
  /** Whether texts are for people or name columns; these are not mutated. */
  readonly plainTexts?: boolean;
  /** Whether this is within the columns of a written row, where null differs from no value. */
  readonly inRow?: boolean;
}

/** The constants that replace a condition. Within `a && b`, only `true` differs from a replacement of the whole. */
type Constants = readonly boolean[];
const BOTH: Constants = [true, false];

/** Finds the mutants of a source file. */
export function findMutants(source: string): Mutant[] {
  const found: Found[] = [];
  new Finder(source, found).visit(parse(source), { where: '' });
  const ordered = found.sort((one, other) => one.start - other.start || other.end - one.end);
  const seen = new Map<string, number>();
  return ordered.map(({ where, ...mutant }, index) => {
    const original = source.slice(mutant.start, mutant.end);
    const text = `${where}: ${squeeze(original)} → ${squeeze(mutant.replacement)}`;
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    const line = source.slice(0, mutant.start).split('\n').length;
    return { ...mutant, id: index + 1, line, original, key: count === 1 ? text : `${text} (${count})` };
  });
}

/** Writes a text in one line. */
export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

class Finder {
  constructor(source: string, found: Found[]) {
    this.#source = source;
    this.#found = found;
  }

  readonly #source: string;
  readonly #found: Found[];

  visit(node: SyntaxNode, context: Context): void {
    if (node.type.startsWith('TS') && unwrap(node) === node) return;
    const visit = Object.hasOwn(this.#visitors, node.type) ? this.#visitors[node.type] : undefined;
    if (visit === undefined) this.#visitChildren(node, context);
    else visit.call(this, node, context);
  }

  readonly #visitors: Readonly<Record<string, Visit>> = {
    ImportDeclaration: () => undefined,
    ExportAllDeclaration: () => undefined,
    ExportNamedDeclaration: this.#visitMembers('declaration'),
    AssignmentPattern: this.#visitMembers('right'),
    ForOfStatement: this.#visitMembers('right', 'body'),
    ForInStatement: this.#visitMembers('right', 'body'),
    FunctionDeclaration: this.#visitFunction,
    FunctionExpression: this.#visitFunction,
    ArrowFunctionExpression: this.#visitFunction,
    ClassDeclaration: this.#visitClass,
    MethodDefinition: this.#visitMember,
    PropertyDefinition: this.#visitMember,
    VariableDeclarator: this.#visitDeclarator,
    ObjectPattern: this.#visitPattern,
    ArrayPattern: this.#visitPattern,
    IfStatement: this.#visitBranches,
    ConditionalExpression: this.#visitBranches,
    WhileStatement: this.#visitLoop,
    DoWhileStatement: this.#visitLoop,
    ForStatement: this.#visitLoop,
    SwitchCase: this.#visitCase,
    TryStatement: this.#visitTry,
    ThrowStatement: this.#visitThrow,
    ExpressionStatement: this.#visitStatement,
    ChainExpression: this.#visitChain,
    CallExpression: this.#visitCall,
    NewExpression: this.#visitCall,
    TaggedTemplateExpression: this.#visitTagged,
    TemplateLiteral: this.#visitTemplate,
    ObjectExpression: this.#visitObject,
    ArrayExpression: this.#visitArray,
    LogicalExpression: this.#visitLogical,
    BinaryExpression: this.#visitBinary,
    UnaryExpression: this.#visitUnary,
    AssignmentExpression: this.#visitAssignment,
    UpdateExpression: this.#visitUpdate,
    MemberExpression: this.#visitAccess,
    Literal: this.#visitLiteral,
  };

  #visitMembers(...members: readonly string[]): Visit {
    return (node, context) => {
      for (const member of members) this.#visitOptional(childOf(node, member), context);
    };
  }

  #visitClass(node: SyntaxNode, context: Context): void {
    this.#visitChildren(node, { ...context, where: nameOf(childOf(node, 'id'), context.where) });
  }

  #visitBranches(node: SyntaxNode, context: Context): void {
    this.#visitCondition(childOf(node, 'test'), context, BOTH);
    this.#visitOptional(childOf(node, 'consequent'), context);
    this.#visitOptional(childOf(node, 'alternate'), context);
  }

  #visitThrow(node: SyntaxNode, context: Context): void {
    this.#visitChildren(node, { ...context, plainTexts: true });
  }

  #visitObject(node: SyntaxNode, context: Context): void {
    for (const property of childrenOf(node, 'properties')) this.#visitProperty(property, context);
  }

  #visitUpdate(node: SyntaxNode, context: Context): void {
    const operator = textOf(node, 'operator');
    this.#add(node, this.#text(node).replace(operator, operator === '++' ? '--' : '++'), context);
  }

  #visitAccess(node: SyntaxNode, context: Context): void {
    this.#visitOptional(childOf(node, 'object'), context);
    if (node.computed === true) this.#visitOptional(childOf(node, 'property'), { ...context, plainTexts: true });
  }

  #add(node: SyntaxNode, replacement: string, context: Context, form: Form = 'expression'): void {
    const { start, end } = node;
    if (this.#found.some((other) => other.start === start && other.end === end && other.replacement === replacement)) return;
    this.#found.push({ start, end, form, replacement, where: context.where });
  }

  #text(node: SyntaxNode): string {
    return this.#source.slice(node.start, node.end);
  }

  #visitOptional(node: SyntaxNode | undefined, context: Context): void {
    if (node !== undefined) this.visit(node, context);
  }

  #visitChildren(node: SyntaxNode, context: Context): void {
    const types = TYPE_MEMBERS.map((member) => node[member]);
    for (const child of allChildren(node)) if (!types.includes(child)) this.visit(child, context);
  }

  #visitFunction(node: SyntaxNode, outer: Context): void {
    const context: Context = { where: nameOf(childOf(node, 'id'), outer.where) };
    for (const parameter of childrenOf(node, 'params')) this.visit(parameter, context);
    const body = childOf(node, 'body');
    if (body === undefined) return;
    if (body.type === 'BlockStatement') {
      const statements = childrenOf(body, 'body');
      if (statements.length > 1 || statements.some(({ type }) => type !== 'ExpressionStatement')) this.#add(body, '{}', context, 'block');
    } else if (['CallExpression', 'AwaitExpression'].includes(unwrap(body).type) && !isForPeople(unwrap(body))) {
      this.#add(body, 'undefined', context);
    }
    this.visit(body, context);
  }

  #visitMember(node: SyntaxNode, context: Context): void {
    this.#visitOptional(childOf(node, 'value'), { ...context, where: nameOf(childOf(node, 'key'), context.where) });
  }

  #visitDeclarator(node: SyntaxNode, context: Context): void {
    const id = childOf(node, 'id');
    const init = childOf(node, 'init');
    if (id !== undefined && id.type !== 'Identifier') this.visit(id, context);
    const named = init !== undefined && (/Function/.test(init.type) || context.where === '');
    this.#visitOptional(init, named ? { ...context, where: nameOf(id, context.where) } : context);
  }

  #visitPattern(node: SyntaxNode, context: Context): void {
    for (const part of [...childrenOf(node, 'properties'), ...childrenOf(node, 'elements')]) {
      const value = part.type === 'Property' ? childOf(part, 'value') : part;
      if (value !== undefined && /Pattern$/.test(value.type)) this.visit(value, context);
    }
  }

  #visitLoop(node: SyntaxNode, context: Context): void {
    this.#visitOptional(childOf(node, 'init'), context);
    // With `true`, the loop would only run for ever.
    this.#visitCondition(childOf(node, 'test'), context, [false]);
    this.#visitOptional(childOf(node, 'update'), context);
    this.#visitOptional(childOf(node, 'body'), context);
  }

  #visitCase(node: SyntaxNode, context: Context): void {
    const consequent = childrenOf(node, 'consequent');
    const [first] = consequent;
    const last = consequent.at(-1);
    const declares = consequent.some(({ type }) => /Declaration$/.test(type));
    if (first !== undefined && last !== undefined && !declares && !(first === last && first.type === 'BreakStatement')) {
      this.#add({ type: 'Statements', start: first.start, end: last.end }, '', context, 'statements');
    }
    for (const statement of consequent) this.visit(statement, context);
  }

  #visitTry(node: SyntaxNode, context: Context): void {
    const handler = childOf(node, 'handler');
    const blocks = [childOf(node, 'block'), handler === undefined ? undefined : childOf(handler, 'body'), childOf(node, 'finalizer')];
    for (const block of blocks) {
      if (block === undefined) continue;
      if (childrenOf(block, 'body').length > 0) this.#add(block, '{}', context, 'block');
      this.visit(block, context);
    }
  }

  #visitStatement(node: SyntaxNode, context: Context): void {
    const expression = childOf(node, 'expression');
    // A directive.
    if (expression === undefined || expression.type === 'Literal') return;
    if (isForPeople(unwrap(expression))) return;
    this.#add(expression, 'undefined', context);
    this.visit(expression, context);
  }

  /** Within `a?.b.c()`, no part can have parentheses, so the whole is replaced. */
  #visitChain(node: SyntaxNode, context: Context): void {
    this.#add(
      node,
      this.#text(node)
        .replace(/\?\.(?=[[(])/, '')
        .replace('?.', '.'),
      context,
    );
    let link = childOf(node, 'expression');
    while (link !== undefined) {
      if (link.type === 'CallExpression') this.#visitArguments(link, context);
      const next: SyntaxNode | undefined = childOf(link, 'callee') ?? childOf(link, 'object');
      if (next === undefined || !['CallExpression', 'MemberExpression'].includes(next.type)) {
        if (next !== undefined) this.visit(next, context);
        break;
      }
      link = next;
    }
  }

  #visitCall(node: SyntaxNode, context: Context): void {
    if (isForPeople(node)) return;
    const callee = childOf(node, 'callee');
    const name = calledName(node);
    const object = callee?.type === 'MemberExpression' ? childOf(callee, 'object') : undefined;
    const property = callee?.type === 'MemberExpression' ? childOf(callee, 'property') : undefined;
    if (object !== undefined && property !== undefined && node.type === 'CallExpression') {
      const swapped = Object.hasOwn(SWAPPED_METHODS, name) ? SWAPPED_METHODS[name] : undefined;
      if (swapped !== undefined && !(['min', 'max'].includes(name) && this.#text(object) !== 'Math')) {
        this.#add(node, this.#source.slice(node.start, property.start) + swapped + this.#source.slice(property.end, node.end), context);
      }
      if (REMOVED_METHODS.includes(name)) this.#add(node, this.#text(object), context);
    }
    if (callee !== undefined) this.visit(callee, context);
    this.#visitArguments(node, context);
  }

  #visitArguments(node: SyntaxNode, context: Context): void {
    const name = calledName(node);
    const isError = node.type === 'NewExpression' && /Error$/.test(name);
    for (const [index, argument] of childrenOf(node, 'arguments').entries()) {
      const isText = argument.type === 'Literal' && typeof argument.value === 'string';
      if (isText && CONDITION_METHODS.includes(name) && index < 2) {
        if (index === 1) this.#swapOperator(argument, context);
      } else if (isText && QUERY_METHODS.includes(name)) {
        if (name === 'orderBy') this.#swapOperator(argument, context);
      } else {
        const plainTexts = context.plainTexts === true || isError || QUERY_METHODS.includes(name);
        const inRow = context.inRow === true || ['set', 'values', 'doUpdateSet'].includes(name);
        this.visit(argument, { ...context, plainTexts, inRow });
      }
    }
  }

  #swapOperator(argument: SyntaxNode, context: Context): void {
    const operator = String(argument.value);
    const swapped = Object.hasOwn(QUERY_OPERATORS, operator) ? QUERY_OPERATORS[operator] : undefined;
    if (swapped !== undefined) this.#add(argument, `'${swapped}'`, context);
  }

  #visitTagged(node: SyntaxNode, context: Context): void {
    const quasi = childOf(node, 'quasi');
    if (quasi === undefined) return;
    const tag = childOf(node, 'tag');
    if (tag !== undefined && /^sql\b/.test(this.#text(tag))) {
      for (const part of childrenOf(quasi, 'quasis')) this.#swapSql(node, part, context);
    }
    for (const expression of childrenOf(quasi, 'expressions')) this.visit(expression, { ...context, plainTexts: true });
  }

  #swapSql(node: SyntaxNode, part: SyntaxNode, context: Context): void {
    // The span of a part may contain its delimiters, so its text is searched within it.
    const text = this.#text(part);
    for (const [token, swapped] of SQL_TOKENS) {
      for (const match of text.matchAll(token)) {
        const from = part.start + match.index;
        const to = from + match[0].length;
        this.#add(node, this.#source.slice(node.start, from) + swapped + this.#source.slice(to, node.end), context);
      }
    }
  }

  #visitTemplate(node: SyntaxNode, context: Context): void {
    const text = this.#text(node);
    if (context.plainTexts !== true && !/\s/.test(text.replace(/\$\{[^}]*\}/g, ''))) this.#add(node, "''", context);
    for (const expression of childrenOf(node, 'expressions')) this.visit(expression, context);
  }

  #visitProperty(property: SyntaxNode, context: Context): void {
    if (property.type === 'SpreadElement') {
      const argument = childOf(property, 'argument');
      if (argument === undefined) return;
      if (unwrap(argument).type !== 'ConditionalExpression') this.#add(argument, '{}', context);
      this.visit(argument, context);
      return;
    }
    const value = childOf(property, 'value');
    const key = childOf(property, 'key');
    if (value === undefined || key === undefined) return;
    const name = textOf(key, 'name') || String(key.value ?? '');
    if (name === 'event' || TEXTS_FOR_PEOPLE.includes(name)) {
      this.#visitForPeople(name, value, context);
      return;
    }
    if (property.shorthand === true) {
      this.#add(value, 'undefined', context, 'shorthand');
      return;
    }
    const bare = unwrap(value);
    const isFunction = /Function/.test(bare.type);
    if (!isFunction && !hasOwnMutants(bare, context)) this.#add(value, 'undefined', context);
    const { where, inRow } = context;
    this.visit(value, { ...context, where: isFunction ? nameOf(key, where) : where, inRow: inRow === true || name === 'set' });
  }

  /** Mutates only the kind of an event; other texts are for people. */
  #visitForPeople(name: string, value: SyntaxNode, context: Context): void {
    if (name !== 'event') {
      this.visit(value, { ...context, plainTexts: true });
      return;
    }
    if (value.type !== 'ObjectExpression') {
      this.visit(value, context);
      return;
    }
    for (const property of childrenOf(value, 'properties')) {
      const key = childOf(property, 'key');
      const kind = childOf(property, 'value');
      if (key === undefined || kind === undefined || textOf(key, 'name') !== 'kind') continue;
      if (kind.type === 'Literal') this.#add(kind, "''", context);
      else this.visit(kind, context);
    }
  }

  #visitArray(node: SyntaxNode, context: Context): void {
    const elements = childrenOf(node, 'elements');
    if (elements.length > 0) this.#add(node, '[]', context);
    if (elements.length > 1 || elements[0]?.type !== 'Literal') this.#visitChildren(node, context);
  }

  #visitCondition(node: SyntaxNode | undefined, context: Context, constants: Constants): void {
    if (node === undefined) return;
    const operator = textOf(node, 'operator');
    if (node.type === 'LogicalExpression' && operator !== '??') {
      const decisive = operator === '||';
      if (constants.includes(decisive)) this.#add(node, String(decisive), context);
      this.#visitCondition(childOf(node, 'left'), context, [!decisive]);
      this.#visitCondition(childOf(node, 'right'), context, [!decisive]);
      return;
    }
    if (node.type === 'UnaryExpression' && operator === '!') {
      this.#visitCondition(
        childOf(node, 'argument'),
        context,
        constants.map((constant) => !constant),
      );
      return;
    }
    if (node.type === 'Literal') return;
    for (const constant of constants) this.#add(node, String(constant), context);
    if (node.type === 'BinaryExpression' && Object.hasOwn(RELATIONS, operator)) this.#addBinary(node, RELATIONS[operator], context);
    // An empty text in a comparison, or another operator, has the same effect as the constants.
    if (node.type === 'BinaryExpression') {
      for (const side of ['left', 'right']) this.#visitSide(childOf(node, side), context);
    } else if (node.type === 'LogicalExpression') {
      this.#visitChildren(node, context);
    } else {
      this.visit(node, context);
    }
  }

  #visitSide(node: SyntaxNode | undefined, context: Context): void {
    if (node === undefined || (node.type === 'Literal' && typeof node.value === 'string')) return;
    if (node.type === 'Literal' && textOf(node, 'raw') !== '0') return;
    if (node.type === 'Literal') {
      this.#add(node, '1', context);
      return;
    }
    this.visit(node, context);
  }

  #addBinary(node: SyntaxNode, operator: string | undefined, context: Context): void {
    const left = childOf(node, 'left');
    const right = childOf(node, 'right');
    if (operator === undefined || left === undefined || right === undefined) return;
    this.#add(node, this.#withOperator(node, left, right, operator), context);
  }

  /** The node with another operator. Parentheses around its sides stay. */
  #withOperator(node: SyntaxNode, left: SyntaxNode, right: SyntaxNode, operator: string): string {
    const between = this.#source.slice(left.end, right.start).replace(textOf(node, 'operator'), operator);
    return this.#source.slice(node.start, left.end) + between + this.#source.slice(right.start, node.end);
  }

  #visitLogical(node: SyntaxNode, context: Context): void {
    const left = childOf(node, 'left');
    const right = childOf(node, 'right');
    if (left === undefined || right === undefined) return;
    const operator = textOf(node, 'operator');
    if (operator !== '??' && (isCondition(left) || isCondition(right))) {
      this.#visitCondition(node, context, BOTH);
      return;
    }
    this.#add(node, this.#text(left), context);
    this.#add(node, this.#text(right), context);
    this.visit(left, context);
    this.visit(right, context);
  }

  #visitBinary(node: SyntaxNode, context: Context): void {
    if (isCondition(node)) {
      this.#visitCondition(node, context, BOTH);
      return;
    }
    const operator = textOf(node, 'operator');
    const isText = allChildren(node).some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string');
    if (Object.hasOwn(ARITHMETIC, operator) && !isText) this.#addBinary(node, ARITHMETIC[operator], context);
    this.#visitChildren(node, context);
  }

  #visitUnary(node: SyntaxNode, context: Context): void {
    const operator = textOf(node, 'operator');
    if (operator === '!') {
      this.#visitCondition(node, context, BOTH);
      return;
    }
    const argument = childOf(node, 'argument');
    if (operator === '-' && argument !== undefined) {
      this.#add(node, this.#text(argument), context);
      return;
    }
    this.#visitChildren(node, context);
  }

  #visitAssignment(node: SyntaxNode, context: Context): void {
    const left = childOf(node, 'left');
    const right = childOf(node, 'right');
    const operator = textOf(node, 'operator');
    const swapped = Object.hasOwn(ASSIGNMENTS, operator) ? ASSIGNMENTS[operator] : undefined;
    if (left !== undefined && right !== undefined && swapped !== undefined) {
      this.#add(node, this.#withOperator(node, left, right, swapped), context);
    }
    this.#visitOptional(right, context);
  }

  #visitLiteral(node: SyntaxNode, context: Context): void {
    const { value } = node;
    const regex = node.regex;
    if (typeof regex === 'object' && regex !== null) {
      this.#visitPatternText(node, context);
      return;
    }
    if (typeof value === 'boolean') {
      this.#add(node, String(!value), context);
      return;
    }
    if (value === 0 || value === 1) {
      this.#add(node, String(1 - value), context);
      return;
    }
    if (typeof value !== 'string' || value === '' || context.plainTexts === true || /\s/.test(value)) return;
    this.#add(node, "''", context);
  }

  /** Removes an anchor of a regular expression. */
  #visitPatternText(node: SyntaxNode, context: Context): void {
    const text = this.#text(node);
    const end = text.lastIndexOf('/');
    if (text.startsWith('/^')) this.#add(node, `/${text.slice(2)}`, context);
    if (text[end - 1] === '$' && text[end - 2] !== '\\') this.#add(node, text.slice(0, end - 1) + text.slice(end), context);
  }
}

function nameOf(node: SyntaxNode | undefined, outer: string): string {
  const name = node === undefined ? '' : textOf(node, 'name');
  if (name === '') return outer;
  return outer === '' ? name : `${outer}.${name}`;
}

/** Whether the value has its own mutants, so that removing the member adds nothing. */
function hasOwnMutants(value: SyntaxNode, context: Context): boolean {
  if (value.type === 'Identifier') return textOf(value, 'name') === 'undefined';
  if (value.type === 'ObjectExpression' || value.type === 'ArrayExpression') return true;
  if (value.type !== 'Literal') return false;
  if (textOf(value, 'raw') === 'null') return context.inRow !== true;
  return ['boolean', 'string'].includes(typeof value.value) || value.value === 0 || value.value === 1;
}

/** Whether a node is always true or false. */
function isCondition(node: SyntaxNode): boolean {
  const bare = unwrap(node);
  const operator = textOf(bare, 'operator');
  if (bare.type === 'UnaryExpression') return operator === '!';
  if (bare.type === 'BinaryExpression')
    return EQUALITIES.includes(operator) || operator in RELATIONS || operator === 'instanceof' || operator === 'in';
  return bare.type === 'LogicalExpression' && operator !== '??' && allChildren(bare).some(isCondition);
}

/** Whether a call only writes to the log, or reports a step to a test. */
function isForPeople(node: SyntaxNode): boolean {
  const call = node.type === 'ChainExpression' ? childOf(node, 'expression') : node;
  const callee = call?.type === 'CallExpression' ? childOf(call, 'callee') : undefined;
  if (callee?.type !== 'MemberExpression') return false;
  const object = childOf(callee, 'object');
  const property = childOf(callee, 'property');
  const owner =
    object === undefined
      ? ''
      : textOf(object, 'name') || (childOf(object, 'property') === undefined ? '' : textOf(childOf(object, 'property') ?? object, 'name'));
  if (owner === 'log' || owner === 'console') return true;
  return owner === 'engine' && property !== undefined && textOf(property, 'name') === 'at';
}
