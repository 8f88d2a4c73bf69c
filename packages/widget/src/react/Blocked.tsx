import type { CompanionError } from '../core/companionError.ts';
import { Button } from './Button.tsx';
import { useTexts } from './context.ts';
import { Heading } from './Heading.tsx';

interface Props {
  error: CompanionError | null;
  busy: boolean;
  onAgain(): void;
}

/** The order could not be read. */
export function Blocked({ error, busy, onAgain }: Props) {
  const { t, sentence } = useTexts();
  return (
    <>
      <Heading icon="cross" title={t('blocked.title')}>
        {error && sentence(error.code, error.problem.detail)}
      </Heading>
      {error?.transient && (
        <Button main busy={busy} onClick={onAgain}>
          {t(busy ? 'busy' : 'again')}
        </Button>
      )}
    </>
  );
}
