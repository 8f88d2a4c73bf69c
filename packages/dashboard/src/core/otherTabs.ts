const CHANNEL = 'tsena-session';

/** The other tabs of this browser that show the dashboard: all have one session. */
export interface OtherTabs {
  /** Tells them that the session began or ended. It says nothing about whose it is. */
  announce(): void;
  close(): void;
}

/**
 * Calls back when another tab signs in or out, until `close`. In a browser without channels, a tab learns it at its
 * next request.
 */
export function connectOtherTabs(onChange: () => void): OtherTabs {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return { announce: () => channel.postMessage('changed'), close: () => channel.close() };
}
