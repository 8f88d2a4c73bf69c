/** Replacements of relations. */
export const RELATIONS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
/** Comparisons that are only replaced by a constant. */
export const EQUALITIES = ['===', '!==', '==', '!='];
/** Replacements of arithmetic operators. */
export const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
/** Replacements of assignment operators. */
export const ASSIGNMENTS: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
/** Methods with an opposite, which replaces them. */
export const SWAPPED_METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
/** Methods that filter or order their object; the call can be removed. */
export const REMOVED_METHODS = [
  ...['where', 'orderBy', 'limit', '$if', 'forUpdate', 'skipLocked', 'onConflict', 'materialized'],
  ...['filter', 'sort', 'reverse', 'trim', 'slice', 'toLowerCase', 'toUpperCase', 'padEnd', 'padStart', 'check', 'unref'],
];
/** Replacements of operators and orders in queries. */
export const QUERY_OPERATORS: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
  asc: 'desc',
  desc: 'asc',
};
/** Methods whose texts name tables and columns: an empty text fails in every test. */
export const QUERY_METHODS = [
  ...['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'select', 'returning', 'orderBy', 'groupBy', 'ref', 'table'],
  ...['innerJoin', 'leftJoin', 'onRef', 'whereRef', 'with', 'cte', 'column', 'columns', 'addColumn', 'createTable', 'createIndex', 'on'],
];
/** Calls whose second argument is an operator. */
export const CONDITION_METHODS = ['where', 'having', 'eb'];
/** Replacements of parts of SQL. */
export const SQL_TOKENS: readonly (readonly [RegExp, string])[] = [
  [/(?<![<>!])=(?!=)/g, '<>'],
  [/<=/g, '<'],
  [/(?<![<=])>=/g, '>'],
  [/<(?![=>])/g, '<='],
  [/(?<![<-])>(?!=)/g, '>='],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\+ 1\b/g, '+ 2'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
];
/** Members with texts for people. */
export const TEXTS_FOR_PEOPLE = ['reason', 'why', 'detail', 'title', 'message', 'description', 'summary', 'help', 'examples', 'example'];
/** Members of a syntax node that contain types. */
export const TYPE_MEMBERS = ['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments'];
