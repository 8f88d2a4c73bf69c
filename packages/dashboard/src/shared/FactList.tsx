/** A list of names and values. A fact whose value is null is left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            {/* An id has to fit a line. */}
            <dd className={/^\w{25,}$/.test(value) ? 'id' : undefined}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
