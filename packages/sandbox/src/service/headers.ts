import { tokenScope } from '@tsena/shared/operator';
import { buildAuthenticationFault, buildBusinessError, buildFieldError } from '../errorResponses.ts';
import type { ServiceResponse } from '../serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import { isLiveText, LIVE_TEXT_RULE } from './liveText.ts';
import { getHeader, type ServiceRequest } from './request.ts';

/** Checks the token of a payment request and its scope (section 5). Returns the error response, or undefined if the token is valid. */
export function checkToken(request: ServiceRequest, { settings, tokens }: ServiceContext): ServiceResponse | undefined {
  const authorization = getHeader(request, 'authorization');
  if (authorization === undefined) return buildAuthenticationFault(settings.dialect, true);
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const scope = token === undefined ? undefined : tokens.findScope(token);
  if (scope === undefined) return buildAuthenticationFault(settings.dialect, false);
  if (scope === tokenScope(settings.service)) return undefined;
  return buildBusinessError(settings.dialect, {
    status: 403,
    category: 'authorisation',
    code: 'notAuthorised',
    description: `The access token lacks the scope ${tokenScope(settings.service)}.`,
  });
}

/** Checks the headers that the three payment endpoints share (section 4.2). Returns the error response, or undefined if they are valid. */
export function checkHeaders(request: ServiceRequest, { settings: { dialect } }: ServiceContext): ServiceResponse | undefined {
  const version = getHeader(request, 'version');
  if (version !== '1.0' && version !== '1.0.0') return buildFieldError(dialect, 'version', 'must be 1.0');

  const correlationId = getHeader(request, 'x-correlationid');
  if (correlationId === undefined) return buildFieldError(dialect, 'X-CorrelationID', 'is missing');
  if (correlationId.length > 100) return buildFieldError(dialect, 'X-CorrelationID', 'must be at most 100 characters long');

  const language = getHeader(request, 'userlanguage');
  if (language !== 'MG' && language !== 'FR') {
    if (dialect === 'spec') return buildFieldError(dialect, 'UserLanguage', 'must be MG or FR');
    const description = 'Error in getting user language';
    return buildBusinessError(dialect, { status: 400, category: 'validation', code: 'formatError', description, mmErrorCode: '4002' });
  }

  const account = getHeader(request, 'useraccountidentifier');
  if (account !== undefined && !/^msisdn;(?:0|261)[0-9]{9}$/.test(account)) {
    return buildFieldError(dialect, 'UserAccountIdentifier', 'must be msisdn;<MSISDN>');
  }

  const partnerName = getHeader(request, 'partnername');
  if (dialect === 'live' && partnerName !== undefined && !isLiveText(partnerName)) {
    return buildFieldError(dialect, 'partnerName', LIVE_TEXT_RULE);
  }
  return undefined;
}
