import { describeError, useTexts } from './dashboardContext.ts';

interface ErrorTextProps {
  readonly error: unknown;
  /** A better sentence than the general one. */
  readonly describe?: typeof describeError;
}

/** Why something failed; nothing if there is no error. */
export function ErrorText({ error, describe = describeError }: ErrorTextProps) {
  const texts = useTexts();
  if (error === null) return null;
  return (
    <p className="error" role="alert">
      {describe(error, texts)}
    </p>
  );
}
