/** A time as the API writes it: RFC 3339 in UTC. */
export function writeTime(at: number): string {
  return new Date(at).toISOString();
}

/** {@link writeTime} of a time that may be absent. */
export function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeTime(at);
}
