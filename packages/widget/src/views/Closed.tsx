import { useTexts } from './context.ts';
import { Button, Heading, type IconName } from './controls.tsx';

interface ClosedProps {
  title: string;
  icon?: IconName;
  /** What it means for the money, and what to do next. */
  text: string | null;
  /** Default: nothing. */
  onRetry?: (() => void) | undefined;
  isLoading?: boolean;
}

/** Nothing can be paid here, or the order could not be loaded. */
export function Closed({ title, icon = 'cross', text, onRetry, isLoading = false }: ClosedProps) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon={icon} title={title}>
        {text}
      </Heading>
      {onRetry && (
        <Button main busy={isLoading} onClick={onRetry}>
          {t(isLoading ? 'busy' : 'retry')}
        </Button>
      )}
    </>
  );
}
