/** What `<` and the like are replaced with. */
export const RELATIONS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
/** Comparisons that only hold or not: replacing them by a constant tells all. */
export const EQUALITIES = ['===', '!==', '==', '!='];
/** What `+` and the like are replaced with. */
export const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
/** What `+=` and the like are replaced with. */
export const ASSIGNMENTS: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
/** Methods that have an opposite. */
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
/** Methods that narrow or order what they are called on: without the call there is still a value. */
export const REMOVED_METHODS = [
  ...['where', 'orderBy', 'limit', '$if', 'forUpdate', 'skipLocked', 'onConflict', 'materialized'],
  ...['filter', 'sort', 'reverse', 'trim', 'slice', 'toLowerCase', 'toUpperCase', 'padEnd', 'padStart', 'check', 'unref'],
];
/** What an operator, or an order, within a query is replaced with. */
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
/** Their texts name tables and columns: an empty one is an error in any test. */
export const QUERY_METHODS = [
  ...['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'select', 'returning', 'orderBy', 'groupBy', 'ref', 'table'],
  ...['innerJoin', 'leftJoin', 'onRef', 'whereRef', 'with', 'cte', 'column', 'columns', 'addColumn', 'createTable', 'createIndex', 'on'],
];
/** Calls whose second argument is an operator. */
export const CONDITION_METHODS = ['where', 'having', 'eb'];
/** What a part of SQL is replaced with. */
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
/** Members whose texts are for people. */
export const TEXTS_FOR_PEOPLE = ['reason', 'why', 'detail', 'title', 'message', 'description', 'summary', 'help', 'examples', 'example'];
/** Members of a node that hold types. */
export const TYPE_MEMBERS = ['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'superTypeArguments'];
