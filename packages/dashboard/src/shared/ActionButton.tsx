import { Button } from './Button.tsx';
import { ErrorText, type ErrorTextProps } from './ErrorText.tsx';
import { useAction } from './useAction.ts';

interface ActionButtonProps extends Pick<ErrorTextProps, 'describe'> {
  readonly act: () => Promise<unknown>;
  /** What the page announces once the companion has accepted it. */
  readonly done: string;
  readonly onDone?: () => void;
  /** What the button says meanwhile; by default the same. */
  readonly busy?: string;
  readonly children: string;
}

/** A button that sends an action at once, and why it was refused. */
export function ActionButton({ act, done, onDone, describe, busy, children }: ActionButtonProps) {
  const action = useAction(act, () => done, onDone);
  return (
    <>
      <Button isBusy={action.isPending} onClick={() => action.mutate(undefined)}>
        {action.isPending ? (busy ?? children) : children}
      </Button>
      <ErrorText error={action.error} describe={describe} />
    </>
  );
}
