import { tokenScope } from '@tsena/shared/operator';
import type { Answer } from '../answer.ts';
import type { Dialect } from '../page/views.ts';
import { badToken, refuse } from '../refusals.ts';
import { header, type ServiceRequest } from './request.ts';
import type { World } from './world.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
/** What a token is good for that was asked for without a scope: no payment endpoint. */
const DEFAULT_SCOPE = 'default';

/** `POST /token` (section 4.1): client credentials by Basic or, as some clients send them, in the form. */
export function issueToken(request: ServiceRequest, { settings, tokens }: World): Answer {
  const { dialect } = settings;
  const type = header(request, 'content-type')?.split(';', 1)[0]?.toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    return refuseToken(dialect, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded.');
  }
  if (request.text === undefined) return refuseToken(dialect, 'invalid_request', 'The body cannot be read.');
  const form = new URLSearchParams(request.text);
  const given = readBasic(header(request, 'authorization')) ?? { key: form.get('client_id'), secret: form.get('client_secret') };
  const consumer = settings.consumers.find(({ key, secret }) => key === given.key && secret === given.secret);
  if (consumer === undefined) {
    if (dialect === 'spec') return badToken(dialect, false);
    return {
      status: 401,
      headers: { ...NO_STORE, 'WWW-Authenticate': 'Basic realm="sandbox"' },
      body: { error: 'invalid_client', error_description: 'A valid OAuth client could not be found for the client_id.' },
    };
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return refuseToken(dialect, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scope = form.get('scope') ?? DEFAULT_SCOPE;
  if (scope !== DEFAULT_SCOPE && scope !== tokenScope(settings.service)) {
    return refuseToken(dialect, 'invalid_scope', `scope must be ${tokenScope(settings.service)}.`);
  }
  const token = tokens.issue(consumer.key, scope);
  return {
    status: 200,
    headers: NO_STORE,
    body: { access_token: token, scope, token_type: 'Bearer', expires_in: settings.tokenSeconds },
  };
}

function refuseToken(dialect: Dialect, error: string, description: string): Answer {
  if (dialect === 'live') return { status: 400, headers: NO_STORE, body: { error, error_description: description } };
  return refuse(dialect, { status: 400, category: 'validation', code: error, description });
}

function readBasic(authorization: string | undefined): { key: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [key = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { key, secret: secret.join(':') };
}
