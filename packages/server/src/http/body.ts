import express, { type Request, type RequestHandler } from 'express';
import * as z from 'zod/mini';
import { fieldErrors, ProblemError } from './problem.ts';

const LIMIT = '16kb';

/** Reads a JSON body of at most 16 kB. */
export const jsonBody: RequestHandler = express.json({ limit: LIMIT, strict: true, type: ['application/json', 'application/*+json'] });

/** The body as a schema reads it; throws a problem that names each wrong field. */
export function bodyOf<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  if (request.body === undefined) throw new ProblemError('unsupported_media_type');
  const read = z.safeParse(schema, request.body);
  if (!read.success) throw new ProblemError('invalid_request', { errors: fieldErrors(read.error) });
  return read.data;
}

/** The query as a schema reads it; throws a problem that names each wrong parameter. */
export function queryOf<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  const read = z.safeParse(schema, request.query);
  if (!read.success) throw new ProblemError('invalid_request', { errors: fieldErrors(read.error) });
  return read.data;
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1];
}
