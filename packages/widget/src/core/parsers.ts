import * as z from 'zod/mini';
import { answerSchemas } from './answerSchemas.ts';

/** Each returns what its schema describes, without other fields, or throws. */
export const parsePayment = (value: unknown) => z.parse(answerSchemas.parsePayment, value);
export const parseCheckout = (value: unknown) => z.parse(answerSchemas.parseCheckout, value);
export const parseProblem = (value: unknown) => z.parse(answerSchemas.parseProblem, value);
