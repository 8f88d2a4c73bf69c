import type { ProblemCode } from '@tsena/shared';
import type { RouteDescription } from '../../src/http/kit/route.ts';

const KEY_PROBLEMS = [
  ...[
    'merchant_key_invalid',
    'key_attempts_exhausted',
    'merchant_api_off',
    'storage_unavailable',
    'scope_insufficient',
  ],
] as const satisfies readonly ProblemCode[];

/** The problems of a route: those of its key, path, query and body, and its own. */
export function problemsOf({
  method,
  scope,
  params = {},
  query,
  body,
  form,
  problems = [],
}: RouteDescription): readonly ProblemCode[] {
  const codes: readonly ProblemCode[] = [
    ...(query === undefined ? [] : (['invalid_request'] as const)),
    ...(body === undefined && form === undefined
      ? []
      : (['invalid_request', 'body_too_large', 'unsupported_media_type'] as const)),
    ...(scope === undefined ? [] : KEY_PROBLEMS),
    // A session changes something only from the companion's own pages.
    ...(scope === undefined || method === 'get' ? [] : (['origin_not_allowed'] as const)),
    ...Object.values(params).map(({ otherwise }) => otherwise),
    ...problems,
  ];
  // A stop refuses what needs the database.
  return codes.includes('storage_unavailable') ? [...new Set([...codes, 'shutting_down'] as const)] : codes;
}
