import * as z from 'zod/mini';
import { type KeyValue, keyValuesSchema, valueUnder } from './parties.ts';
import { optionalText } from './text.ts';

/** An error body, read from any of the service's four shapes. */
export interface OperatorError {
  /** `business` (section 7.2), `gateway` (section 7.3, flat or nested), or `token` (the token endpoint's own). */
  readonly shape: 'business' | 'gateway' | 'token';
  readonly category: string | undefined;
  readonly code: string | undefined;
  readonly description: string | undefined;
  /** The service's own number inside a business error: 4001, 4002 … */
  readonly mmErrorCode: string | undefined;
  /** All `ErrorParameters` of a business error. */
  readonly parameters: readonly KeyValue[];
  /** `ErrorDateTime` of a business error, as received; often without a zone. */
  readonly dateTime: string | undefined;
  /** The gateway's `nextAccessTime`, as received. */
  readonly nextAccessTime: string | undefined;
}

const businessSchema = z.looseObject({
  errorcategory: optionalText,
  errorcode: optionalText,
  errordescription: optionalText,
  errordatetime: optionalText,
  errorparameters: keyValuesSchema,
});

const gatewaySchema = z.looseObject({
  code: optionalText,
  message: optionalText,
  description: optionalText,
  nextAccessTime: optionalText,
});
const tokenSchema = z.looseObject({ error: optionalText, error_description: optionalText });

const NOT_BUSINESS = { category: undefined, mmErrorCode: undefined, parameters: [], dateTime: undefined } as const;

function lowerKeys(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
}

/**
 * Reads an error body of any of the four shapes (sections 7.2 and 7.3 and those seen in practice). Returns undefined
 * for any other body.
 */
export function readOperatorError(body: unknown): OperatorError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;

  const business = z.parse(businessSchema, lowerKeys(body));
  if (business.errorcode !== undefined || business.errorcategory !== undefined) {
    return {
      shape: 'business',
      category: business.errorcategory,
      code: business.errorcode,
      description: business.errordescription,
      mmErrorCode: valueUnder(business.errorparameters, 'mmErrorCode'),
      parameters: business.errorparameters,
      dateTime: business.errordatetime,
      nextAccessTime: undefined,
    };
  }

  const gateway = z.safeParse(gatewaySchema, 'fault' in body ? body.fault : body);
  if (gateway.success && gateway.data.code !== undefined) {
    const { code, message, description, nextAccessTime } = gateway.data;
    return { ...NOT_BUSINESS, shape: 'gateway', code, description: description ?? message, nextAccessTime };
  }

  const token = z.safeParse(tokenSchema, body);
  if (!token.success || token.data.error === undefined) return undefined;
  const { error: code, error_description: description } = token.data;
  return { ...NOT_BUSINESS, shape: 'token', code, description, nextAccessTime: undefined };
}
