import type { ReactNode } from 'react';
import { ApiError } from '../core/apiError.ts';
import type { Translator } from '../core/texts.ts';
import { useTexts } from './dashboardContext.ts';

/** An error in words; nothing without one. Screen readers read it out. */
export function Alert({ children, id }: { readonly children: ReactNode; readonly id?: string }) {
  return children === null ? null : (
    <p className="error" id={id} role="alert">
      {children}
    </p>
  );
}

/** Props of {@link ErrorText}. */
export interface ErrorTextProps {
  readonly error: unknown;
  /** A better sentence than the general one. */
  readonly describe?: ((error: unknown, texts: Translator) => string) | undefined;
  /** What it means that the companion did not answer. */
  readonly lost?: string;
}

/** Why something failed; nothing if there is no error. */
export function ErrorText({ error, describe, lost }: ErrorTextProps) {
  const texts = useTexts();
  if (error === null) return null;
  if (lost !== undefined && error instanceof ApiError && error.code === 'unreachable') return <Alert>{lost}</Alert>;
  return <Alert>{describe?.(error, texts) ?? texts.describe(error)}</Alert>;
}
