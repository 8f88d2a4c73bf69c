import type { CompanionError } from '../core/companionError.ts';
import { useTexts } from './context.ts';
import { Heading, type ViewProps } from './Heading.tsx';

/** The order could not be read. */
export function Blocked({ heading, error, onAgain }: ViewProps & { error: CompanionError | null; onAgain(): void }) {
  const { t, sentence } = useTexts();
  return (
    <>
      <Heading heading={heading} title={t('blocked.title')}>
        {error && sentence(error.code, error.problem.detail)}
      </Heading>
      {error?.transient && (
        <button type="button" className="main" part="button" onClick={onAgain}>
          {t('blocked.again')}
        </button>
      )}
    </>
  );
}
