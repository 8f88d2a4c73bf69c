import { tokenScope } from '@tsena/shared/operator';
import { buildAuthenticationFault, buildBusinessError, buildFieldError } from '../operator/errorResponses.ts';
import type { ServiceResponse } from '../operator/serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import { isLiveText, LIVE_TEXT_RULE } from './liveText.ts';
import { getHeader, getMediaType, type ServiceRequest } from './request.ts';

/**
 * Checks the token of a payment request and its scope (section 5). Returns the error response, or undefined if the
 * token is valid.
 */
export function checkToken(
  request: ServiceRequest,
  { environment, settings, tokens }: ServiceContext,
): ServiceResponse | undefined {
  const authorization = getHeader(request, 'authorization');
  if (authorization === undefined) return buildAuthenticationFault(settings, true);
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const grant = token === undefined ? undefined : tokens.find(token);
  if (grant?.environment !== environment) return buildAuthenticationFault(settings, false);
  if (grant.scopes.includes(tokenScope(settings.service))) return undefined;
  return buildBusinessError(settings, {
    status: 403,
    category: 'authorisation',
    code: 'notAuthorised',
    description: `The access token lacks the scope ${tokenScope(settings.service)}.`,
  });
}

/**
 * Checks the headers that the three payment endpoints share (section 4.2). Returns the error response, or undefined if
 * they are valid.
 */
export function checkHeaders(request: ServiceRequest, { settings }: ServiceContext): ServiceResponse | undefined {
  const { dialect } = settings;
  const version = getHeader(request, 'version');
  if (version !== '1.0' && version !== '1.0.0') return buildFieldError(settings, 'version', 'must be 1.0');

  const correlationId = getHeader(request, 'x-correlationid');
  if (correlationId === undefined) return buildFieldError(settings, 'X-CorrelationID', 'is missing');
  if (correlationId.length > 100)
    return buildFieldError(settings, 'X-CorrelationID', 'must be at most 100 characters long');

  const language = getHeader(request, 'userlanguage');
  const isLanguage =
    dialect === 'live' ? /^(?:MG|FR)$/i.test(language ?? 'MG') : language === 'MG' || language === 'FR';
  if (!isLanguage) return buildFieldError(settings, 'UserLanguage', 'must be MG or FR');

  // Only X-Callback-URL is optional in the document. The real service accepts requests without these two.
  const account = getHeader(request, 'useraccountidentifier');
  if (dialect === 'spec' && account === undefined)
    return buildFieldError(settings, 'UserAccountIdentifier', 'is missing');
  if (account !== undefined && !/^msisdn;(?:0|261)[0-9]{9}$/.test(account)) {
    return buildFieldError(settings, 'UserAccountIdentifier', 'must be msisdn;<MSISDN>');
  }

  const partnerName = getHeader(request, 'partnername');
  if (dialect === 'spec' && partnerName === undefined) return buildFieldError(settings, 'partnerName', 'is missing');
  if (dialect === 'live' && partnerName !== undefined && !isLiveText(partnerName)) {
    return buildFieldError(settings, 'partnerName', LIVE_TEXT_RULE);
  }

  // The real service reads a body only where there is one, and no charset.
  if ((dialect === 'spec' || request.on === 'initiate') && getMediaType(request) !== 'application/json') {
    return buildFieldError(settings, 'Content-Type', 'must be application/json');
  }
  if (dialect === 'spec' && getHeader(request, 'accept-charset')?.toLowerCase() !== 'utf-8') {
    return buildFieldError(settings, 'Accept-Charset', 'must be utf-8');
  }
  return undefined;
}
