import type { Operation } from '../operation.ts';

export const callbacks: readonly Operation[] = [
  {
    method: 'put',
    path: '/v1/callbacks/{secret}',
    id: 'receiveCallback',
    group: 'Operator',
    summary: 'Receive a callback of the operator',
    text: 'The body is not trusted. A callback only makes the companion check the status sooner.',
    caller: 'callback secret',
    answers: { 200: { text: 'Stored' } },
    problems: ['callback_unknown', 'invalid_request', 'body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  },
];
