/** The companion's time. */
export interface Clock {
  /** Milliseconds since 1970; never goes back within a process. */
  now(): number;
}

/**
 * The wall clock while it goes forwards. Set back (by a person, by NTP), it goes on by the monotonic clock
 * until the wall clock has caught up, so that no deadline moves away and no row is older than the one before.
 *
 * @param wall milliseconds since 1970
 * @param mono milliseconds since any fixed moment
 */
export function systemClock(wall: () => number = Date.now, mono: () => number = () => performance.now()): Clock {
  let given = wall();
  let givenAt = mono();
  return {
    now() {
      const at = mono();
      const time = wall();
      // Behind what was given out, only the monotonic clock still tells how much time has passed.
      given = time >= given ? time : given + Math.max(0, at - givenAt);
      givenAt = at;
      return Math.floor(given);
    },
  };
}
