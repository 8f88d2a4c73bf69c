import type { ReactNode } from 'react';
import { ApiError } from '../core/apiError.ts';
import { describeError, useTexts } from './dashboardContext.ts';

/** An error in words; nothing without one. Screen readers read it out. */
export function Alert({ children, id }: { readonly children: ReactNode; readonly id?: string }) {
  return children === null ? null : (
    <p className="error" id={id} role="alert">
      {children}
    </p>
  );
}

interface ErrorTextProps {
  readonly error: unknown;
  /** A better sentence than the general one. */
  readonly describe?: typeof describeError;
  /** What it means that the companion did not answer. */
  readonly lost?: string;
}

/** Why something failed; nothing if there is no error. */
export function ErrorText({ error, describe = describeError, lost }: ErrorTextProps) {
  const texts = useTexts();
  if (error === null) return null;
  return <Alert>{lost !== undefined && error instanceof ApiError && error.code === 'unreachable' ? lost : describe(error, texts)}</Alert>;
}
