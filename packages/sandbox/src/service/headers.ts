import { tokenScope } from '@tsena/shared/operator';
import type { Answer } from '../answer.ts';
import { badField, badToken, refuse } from '../refusals.ts';
import { isLiveText, LIVE_TEXT } from './liveText.ts';
import { header, type ServiceRequest } from './request.ts';
import type { World } from './world.ts';

/** Checks the token of a payment request (section 5) and whether it is good for this service. */
export function checkToken(request: ServiceRequest, { settings, tokens }: World): Answer | undefined {
  const authorization = header(request, 'authorization');
  if (authorization === undefined) return badToken(settings.dialect, true);
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const scope = token === undefined ? undefined : tokens.scopeOf(token);
  if (scope === undefined) return badToken(settings.dialect, false);
  if (scope === tokenScope(settings.service)) return undefined;
  return refuse(settings.dialect, {
    status: 403,
    category: 'authorisation',
    code: 'notAuthorised',
    description: `The access token lacks the scope ${tokenScope(settings.service)}.`,
  });
}

/** Checks the headers that the three payment endpoints have in common (section 4.2). */
export function checkHeaders(request: ServiceRequest, { settings: { dialect } }: World): Answer | undefined {
  const version = header(request, 'version');
  if (version !== '1.0' && version !== '1.0.0') return badField(dialect, 'version', 'must be 1.0');

  const correlationId = header(request, 'x-correlationid');
  if (correlationId === undefined) return badField(dialect, 'X-CorrelationID', 'is missing');
  if (correlationId.length > 100) return badField(dialect, 'X-CorrelationID', 'must be at most 100 characters long');

  const language = header(request, 'userlanguage');
  if (language !== 'MG' && language !== 'FR') {
    if (dialect === 'spec') return badField(dialect, 'UserLanguage', 'must be MG or FR');
    const description = 'Error in getting user language';
    return refuse(dialect, { status: 400, category: 'validation', code: 'formatError', description, mmErrorCode: '4002' });
  }

  const account = header(request, 'useraccountidentifier');
  if (account !== undefined && !/^msisdn;(?:0|261)[0-9]{9}$/.test(account)) {
    return badField(dialect, 'UserAccountIdentifier', 'must be msisdn;<MSISDN>');
  }

  const partnerName = header(request, 'partnername');
  if (dialect === 'live' && partnerName !== undefined && !isLiveText(partnerName)) {
    return badField(dialect, 'partnerName', LIVE_TEXT);
  }
  return undefined;
}
