import { useCallback, useEffect, useState } from 'react';

const SHOWN_MS = 8000;

/**
 * The current message, and a function that shows a new one. A message belongs to the page on which it was shown first.
 */
export function useToast(): readonly [string, (message: string) => void] {
  const [shown, setShown] = useState({ message: '', page: '' });
  const announce = useCallback((message: string) => setShown({ message, page: location.hash }), []);
  useEffect(() => {
    if (shown.message === '') return;
    const timer = setTimeout(() => setShown({ message: '', page: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown.page === location.hash ? shown.message : '', announce];
}

/** Shows a message; screen readers read it out. */
export function Toast({ message }: { readonly message: string }) {
  return (
    <div className="toast" role="status" data-shown={message !== ''}>
      {message}
    </div>
  );
}
