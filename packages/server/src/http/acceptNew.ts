import type { RequestHandler } from 'express';
import type { FileCheck } from '../database/fileCheck.ts';

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Middleware that lets requests which may write pass only while what they write is kept. */
export function acceptNew(databaseFile: Pick<FileCheck, 'require'>): RequestHandler {
  return (request, _response, next) => {
    if (!READS.includes(request.method)) databaseFile.require();
    next();
  };
}
