export { type Callback, callbackSchema } from './callback.ts';
export { type DetailsResponse, detailsResponseSchema } from './details.ts';
export { type OperatorError, readOperatorError } from './errors.ts';
export {
  type InitiationRequest,
  type InitiationResponse,
  initiationRequestSchema,
  initiationResponseSchema,
  writeSafeText,
} from './initiation.ts';
export { type KeyValue, valueUnder } from './parties.ts';
export { type OperatorState, readState, type StatusResponse, statusResponseSchema } from './status.ts';
export { type TokenResponse, tokenResponseSchema, tokenScope } from './token.ts';
