import { useCallback, useEffect, useState } from 'react';

const SHOWN_MS = 8000;

/** The current message, and a function that shows a new one. */
export function useToast(): readonly [string, (message: string) => void] {
  const [shown, setShown] = useState({ message: '', count: 0 });
  const announce = useCallback((message: string) => setShown(({ count }) => ({ message, count: count + 1 })), []);
  useEffect(() => {
    if (shown.message === '') return;
    const timer = setTimeout(() => setShown(({ count }) => ({ message: '', count })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown.message, announce];
}

/** Shows a message; screen readers read it out. */
export function Toast({ message }: { readonly message: string }) {
  return (
    <div className="toast" role="status" data-shown={message !== ''}>
      {message}
    </div>
  );
}
