/** Names and values. A fact whose value is null is left out. */
export type Facts = readonly (readonly [name: string, value: string | null])[];

/** A list of facts. */
export function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt className="hint">{name}</dt>
            {/* An id has to fit a line. */}
            <dd className={/^[\w-]{25,}$/.test(value) ? 'id' : undefined}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
