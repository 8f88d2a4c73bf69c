/**
 * A business error (section 7.2). Categories and codes are those of the GSMA Mobile Money API, on which the interface
 * is modelled.
 */
export interface BusinessError {
  readonly status: number;
  readonly category:
    | 'validation'
    | 'businessRule'
    | 'authorisation'
    | 'identification'
    | 'internal'
    | 'serviceUnavailable';
  readonly code: string;
  readonly description: string;
  /** The service's own error number. Only the live dialect sends it. */
  readonly mmErrorCode?: '4001' | '4002';
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * The business errors that a fault rule can choose, by the `value` of the rule.
 * `4001` and `4002` are recorded answers. The others are codes of the GSMA Mobile Money API with a status that the
 * interface document names.
 */
export const BUSINESS_ERRORS = {
  '4001': {
    status: 400,
    category: 'validation',
    code: 'formatError',
    description: 'Missing field',
    mmErrorCode: '4001',
  },
  '4002': {
    status: 400,
    category: 'validation',
    code: 'formatError',
    description: 'Error in getting user language',
    mmErrorCode: '4002',
  },
  insufficientFunds: {
    status: 402,
    category: 'businessRule',
    code: 'insufficientFunds',
    description: 'The balance is not sufficient.',
  },
  requestDeclined: {
    status: 402,
    category: 'businessRule',
    code: 'requestDeclined',
    description: 'The request is declined.',
  },
  identifierError: {
    status: 404,
    category: 'identification',
    code: 'identifierError',
    description: 'The subscriber is unknown.',
  },
  samePartiesError: {
    status: 400,
    category: 'businessRule',
    code: 'samePartiesError',
    description: 'Payer and receiver are the same.',
  },
  lessThanTransactionMinValue: {
    status: 400,
    category: 'businessRule',
    code: 'lessThanTransactionMinValue',
    description: 'The amount is too small.',
  },
  greaterThanTransactionMaxValue: {
    status: 400,
    category: 'businessRule',
    code: 'greaterThanTransactionMaxValue',
    description: 'The amount is too large.',
  },
  notAuthorised: {
    status: 403,
    category: 'authorisation',
    code: 'notAuthorised',
    description: 'Insufficient rights or permissions.',
  },
  duplicateRequest: {
    status: 409,
    category: 'businessRule',
    code: 'duplicateRequest',
    description: 'Conflict with another request.',
  },
  genericError: { status: 500, category: 'internal', code: 'genericError', description: 'Server error.' },
  serverBusy: { status: 503, category: 'serviceUnavailable', code: 'serverBusy', description: 'The service is busy.' },
} as const satisfies Readonly<Record<string, BusinessError>>;

function isBusinessErrorName(name: string): name is keyof typeof BUSINESS_ERRORS {
  return Object.hasOwn(BUSINESS_ERRORS, name);
}

/** Finds the business error that a fault rule chose. `4001` and `4002` may be given as numbers. */
export function findBusinessError(value: string | number | undefined): BusinessError | undefined {
  const name = String(value);
  return isBusinessErrorName(name) ? BUSINESS_ERRORS[name] : undefined;
}
