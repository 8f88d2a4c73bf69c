/** Focuses a title, whose part of the page has changed. */
export function focusTitle(id: string): void {
  document.getElementById(`title-${id}`)?.focus();
}

/** A time in the browser's time zone: `14:03:09`. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time className="muted" dateTime={at} title={at}>
      {new Date(at).toLocaleTimeString('fr', { timeStyle: 'medium' })}
    </time>
  );
}
