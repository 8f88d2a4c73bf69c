import { useCallback, useEffect, useState } from 'react';

const SHOWN_FOR = 8000;

/** A short message and the function that shows one. */
export function useToast(): readonly [string, (message: string) => void] {
  const [shown, setShown] = useState({ message: '', count: 0 });
  const announce = useCallback((message: string) => setShown(({ count }) => ({ message, count: count + 1 })), []);
  useEffect(() => {
    if (shown.message === '') return;
    const timer = setTimeout(() => setShown(({ count }) => ({ message: '', count })), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown.message, announce];
}

/** Shows the message and has it spoken. */
export function Toast({ message }: { readonly message: string }) {
  return (
    <div className="toast" role="status" data-shown={message !== ''}>
      {message}
    </div>
  );
}
