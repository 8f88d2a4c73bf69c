import { useRef } from 'react';
import { createRandomKey } from '../../core/randomKey.ts';

/** The body of a request, and the key by which the companion knows that it is sent again. */
export interface RepeatableRequest<Body> {
  readonly body: Body;
  readonly key: string;
}

/**
 * Creates the request of a form. While its fields are the same, so is the request: a press that is repeated because the
 * answer was lost records nothing twice.
 */
export function useRepeatable<Body>(): (fields: object, create: () => Body) => RepeatableRequest<Body> {
  const last = useRef<{ readonly text: string; readonly request: RepeatableRequest<Body> } | null>(null);
  return (fields, create) => {
    const text = JSON.stringify(fields);
    if (last.current?.text !== text) last.current = { text, request: { body: create(), key: createRandomKey() } };
    return last.current.request;
  };
}
