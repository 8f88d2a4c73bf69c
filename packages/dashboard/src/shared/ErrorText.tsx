import { ApiError } from '../core/apiError.ts';
import { Alert } from './Alert.tsx';
import { describeError, useTexts } from './dashboardContext.ts';

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
