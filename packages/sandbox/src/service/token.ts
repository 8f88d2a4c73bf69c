import { tokenScope } from '@tsena/shared/operator';
import { buildAuthenticationFault, buildBusinessError } from '../operator/errorResponses.ts';
import type { Settings } from '../operator/options.ts';
import type { ServiceResponse } from '../operator/serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import { getHeader, getMediaType, type ServiceRequest } from './request.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
/** The scope of a token that was requested without one. No payment endpoint accepts it. */
const DEFAULT_SCOPE = 'default';

/**
 * Handles `POST /token` (section 4.1). The client credentials come in the Basic header or, as some clients send them,
 * in the form.
 */
export function issueToken(
  request: ServiceRequest,
  { environment, settings, tokens, applications }: ServiceContext,
): ServiceResponse {
  const { dialect } = settings;
  if (getMediaType(request) !== 'application/x-www-form-urlencoded') {
    return buildTokenRequestError(
      settings,
      'invalid_request',
      'Content-Type must be application/x-www-form-urlencoded.',
    );
  }
  if (dialect === 'spec' && getHeader(request, 'cache-control')?.toLowerCase() !== 'no-cache') {
    return buildTokenRequestError(settings, 'invalid_request', 'Cache-Control must be no-cache.');
  }
  if (request.text === undefined)
    return buildTokenRequestError(settings, 'invalid_request', 'The body cannot be read.');
  const form = new URLSearchParams(request.text);
  const credentials = parseBasic(getHeader(request, 'authorization')) ?? {
    key: form.get('client_id'),
    secret: form.get('client_secret'),
  };
  const consumerKey = credentials.key ?? '';
  if (!applications.isConsumer(environment, consumerKey, credentials.secret ?? '')) {
    if (dialect === 'spec') return buildAuthenticationFault(settings, false);
    return {
      status: 401,
      headers: { ...NO_STORE, 'WWW-Authenticate': 'Basic realm="sandbox"' },
      reason: 'Unknown Consumer Key, wrong Consumer Secret, or credentials of the other environment.',
      body: {
        error: 'invalid_client',
        error_description: `A valid OAuth client could not be found for client_id: ${consumerKey}`,
      },
    };
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return buildTokenRequestError(settings, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scope = form.get('scope')?.trim() ?? DEFAULT_SCOPE;
  const scopes = scope.split(/ +/);
  if (!scopes.every((one) => isScope(one, settings))) {
    return buildTokenRequestError(settings, 'invalid_scope', `scope must be ${tokenScope(settings.service)}.`);
  }
  const token = tokens.issue({ environment, consumerKey, scopes });
  return {
    status: 200,
    headers: NO_STORE,
    body: { access_token: token, scope, token_type: 'Bearer', expires_in: settings.tokenSeconds },
  };
}

/**
 * Whether a client may ask for a scope. In the live dialect, `device_<id>` beside the service's own scope gives a token
 * of its own.
 */
function isScope(scope: string, { dialect, service }: Settings): boolean {
  return (
    scope === DEFAULT_SCOPE ||
    scope === tokenScope(service) ||
    (dialect === 'live' && /^device_[A-Za-z0-9_-]{1,100}$/.test(scope))
  );
}

function buildTokenRequestError(settings: Settings, error: string, description: string): ServiceResponse {
  if (settings.dialect === 'live') {
    return { status: 400, headers: NO_STORE, reason: description, body: { error, error_description: description } };
  }
  return buildBusinessError(settings, { status: 400, category: 'validation', code: error, description });
}

function parseBasic(authorization: string | undefined): { key: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret: secret.join(':') };
}
