export { type Ariary, amountSchema, isAmount, MIN_AMOUNT, sumFees, writeAmount } from './amount.ts';
export type { Brand } from './brand.ts';
export { isFrenchTerminal, LANGUAGES, type Language, type LocalTexts, pickLanguage } from './language.ts';
export { languageSchema } from './languageSchema.ts';
export { formatMoney } from './money.ts';
export {
  findOtherOperator,
  formatMsisdn,
  MSISDN_PREFIXES,
  type Msisdn,
  type MsisdnFault,
  type MsisdnReading,
  maskMsisdn,
  readMsisdn,
  sameMsisdn,
} from './msisdn.ts';
export { msisdnSchema } from './msisdnSchema.ts';
export { sentenceFor } from './problemMessages.ts';
export {
  type FieldError,
  fieldErrorSchema,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type ProblemKind,
  problemCodeSchema,
  problemSchema,
  type Retry,
} from './problems.ts';
export { describeStatementFault, STATEMENT_FAULTS, type StatementFault, type StatementFaultPlace } from './statementFaults.ts';
export { isTransactionReference, readTransactionReference } from './transactionReference.ts';
export { keepTogether } from './typography.ts';
