import { tokenScope } from '@tsena/shared/operator';
import { buildAuthenticationFault, buildBusinessError } from '../errorResponses.ts';
import type { Dialect } from '../page/views.ts';
import type { ServiceResponse } from '../serviceResponse.ts';
import type { ServiceContext } from './context.ts';
import { getHeader, type ServiceRequest } from './request.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
/** The scope of a token that was requested without one. No payment endpoint accepts it. */
const DEFAULT_SCOPE = 'default';

/** Handles `POST /token` (section 4.1). The client credentials come in the Basic header or, as some clients send them, in the form. */
export function issueToken(request: ServiceRequest, { settings, tokens }: ServiceContext): ServiceResponse {
  const { dialect } = settings;
  const contentType = getHeader(request, 'content-type')?.split(';', 1)[0]?.toLowerCase();
  if (contentType !== 'application/x-www-form-urlencoded') {
    return buildTokenRequestError(dialect, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded.');
  }
  if (request.text === undefined) return buildTokenRequestError(dialect, 'invalid_request', 'The body cannot be read.');
  const form = new URLSearchParams(request.text);
  const credentials = parseBasic(getHeader(request, 'authorization')) ?? { key: form.get('client_id'), secret: form.get('client_secret') };
  const consumer = settings.consumers.find(({ key, secret }) => key === credentials.key && secret === credentials.secret);
  if (consumer === undefined) {
    if (dialect === 'spec') return buildAuthenticationFault(dialect, false);
    return {
      status: 401,
      headers: { ...NO_STORE, 'WWW-Authenticate': 'Basic realm="sandbox"' },
      body: { error: 'invalid_client', error_description: 'A valid OAuth client could not be found for the client_id.' },
    };
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return buildTokenRequestError(dialect, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scope = form.get('scope') ?? DEFAULT_SCOPE;
  if (scope !== DEFAULT_SCOPE && scope !== tokenScope(settings.service)) {
    return buildTokenRequestError(dialect, 'invalid_scope', `scope must be ${tokenScope(settings.service)}.`);
  }
  const token = tokens.issue(consumer.key, scope);
  return {
    status: 200,
    headers: NO_STORE,
    body: { access_token: token, scope, token_type: 'Bearer', expires_in: settings.tokenSeconds },
  };
}

function buildTokenRequestError(dialect: Dialect, error: string, description: string): ServiceResponse {
  if (dialect === 'live') return { status: 400, headers: NO_STORE, body: { error, error_description: description } };
  return buildBusinessError(dialect, { status: 400, category: 'validation', code: error, description });
}

function parseBasic(authorization: string | undefined): { key: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret: secret.join(':') };
}
