import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { useTexts } from './dashboardContext.ts';
import { ErrorText } from './ErrorText.tsx';
import { saveFile } from './saveFile.ts';

interface SaveButtonProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  readonly read: () => Promise<Blob>;
  /** The name of the file. */
  readonly name: string;
  /** Default: that it exports. */
  readonly text?: string;
}

/** A button that saves a file of the companion. */
export function SaveButton({ read, name, text, ...button }: SaveButtonProps) {
  const { t } = useTexts();
  const save = useMutation({ mutationFn: read, onSuccess: (file) => saveFile(file, name) });
  return (
    <div className="tight">
      <Button {...button} isBusy={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? t('export.busy') : (text ?? t('export.submit'))}
      </Button>
      <ErrorText error={save.error} />
    </div>
  );
}
