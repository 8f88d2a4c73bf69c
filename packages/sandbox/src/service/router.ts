import express, { type ErrorRequestHandler, type Router } from 'express';
import { buildErrorForStatus, buildPathNotFound } from '../operator/errorResponses.ts';
import type { RequestRule } from '../operator/faultRules.ts';
import { type ServiceResponse, sendResponse } from '../operator/serviceResponse.ts';
import { toFaultTarget } from '../operator/transactionProcessor.ts';
import { applyFault } from './applyFault.ts';
import type { ServiceContext } from './context.ts';
import { checkHeaders, checkToken } from './headers.ts';
import { initiate } from './initiate.ts';
import { readPaymentFields } from './paymentFields.ts';
import { findTransaction, readDetails, readStatus } from './readTransaction.ts';
import { getHeader, readRequest, type ServiceRequest } from './request.ts';
import { issueToken } from './token.ts';

/** Creates the router of the service's four endpoints (section 4). It applies the fault rules and logs each request. */
export function createServiceRouter(context: ServiceContext): Router {
  const { settings, faults, requestLog } = context;
  const router = express.Router();

  router.use(async (incoming, response) => {
    const startedMs = performance.now();
    const request = await readRequest(settings.service, incoming, response);
    const fields = readPaymentFields(request.json);
    const transaction = findTransaction(request, context);
    const target =
      transaction === undefined
        ? { msisdn: fields.msisdn ?? undefined, amount: fields.amount ?? undefined }
        : toFaultTarget(transaction);
    const fault = request.on === 'other' ? undefined : faults.takeRequestRule(request.on, target);
    const entry = requestLog.add(
      {
        ...fields,
        on: request.on,
        method: request.method,
        path: `${incoming.baseUrl}${request.path}`,
        correlationId: getHeader(request, 'x-correlationid') ?? null,
        hasCallbackUrl: getHeader(request, 'x-callback-url') !== undefined,
        serverCorrelationId: transaction?.serverCorrelationId ?? null,
        fault: fault?.do ?? null,
        reason: null,
      },
      settings.now(),
    );

    const handle = async () => {
      const handled = await handleRequest(request, context, fault);
      entry.reason = handled.reason ?? null;
      entry.serverCorrelationId = handled.serverCorrelationId ?? entry.serverCorrelationId;
      return handled;
    };
    const outcome = await applyFault(fault, handle, context);
    requestLog.complete(entry, typeof outcome === 'string' ? outcome : outcome.status, performance.now() - startedMs);
    if (outcome === 'reset') incoming.socket.resetAndDestroy();
    else if (outcome !== 'hang') sendResponse(response, outcome);
  });

  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    console.error(error);
    sendResponse(response, buildErrorForStatus(settings, 500));
  };
  router.use(onError);
  return router;
}

async function handleRequest(
  request: ServiceRequest,
  context: ServiceContext,
  fault: RequestRule | undefined,
): Promise<ServiceResponse> {
  if (request.on === 'other') return buildPathNotFound(context.settings);
  if (request.on === 'token') return issueToken(request, context);
  const error = checkToken(request, context) ?? checkHeaders(request, context);
  if (error !== undefined) return error;
  if (request.on === 'status') return readStatus(request, context, fault);
  if (request.on === 'details') return readDetails(request, context, fault);
  return initiate(request, context, fault);
}
