import { useDashboard } from './dashboardContext.ts';

/**
 * Copies a text and announces one of two messages; undefined in a browser without a clipboard, as without a secure
 * context.
 */
export function useCopy(): ((text: string, copied: string, notCopied: string) => void) | undefined {
  const { announce } = useDashboard();
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return undefined;
  return (text, copied, notCopied) =>
    void clipboard.writeText(text).then(
      () => announce(copied),
      () => announce(notCopied),
    );
}
