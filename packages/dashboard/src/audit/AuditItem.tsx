import type { AuditEntry } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';

/** One entry: what was done, by whom, when and from where, and what was before and after. */
export function AuditItem({
  entry: { at, by, keyId, action, subject, address, changes },
}: {
  readonly entry: AuditEntry;
}) {
  const { t, who, moment, find, labelled, money } = useTexts();
  const write = (name: string, value: string | null) => {
    if (value === null) return '—';
    if (name === 'setting') return find(`settings.${value}`) ?? value;
    return name === 'amount' ? money(value) : value;
  };
  const nameOf = (name: string) =>
    find(`settings.${name}`) ?? find(`audit.field.${name}`) ?? find(`result.${name}`) ?? name;
  return (
    <article className="tight record">
      <h2>{t(`audit.${action}`)}</h2>
      <p className="muted">
        {[who(by), moment(at, 'to the second'), address, keyId].filter((part) => part !== null).join(' · ')}
      </p>
      {subject === null ? null : <Subject id={subject} />}
      {Object.entries(changes).map(([name, { before, after }]) => (
        <p key={name} className="change">
          {labelled(
            nameOf(name),
            before === null ? write(name, after) : `${write(name, before)} → ${write(name, after)}`,
          )}
        </p>
      ))}
    </article>
  );
}

/** What it was done to; payments and links have pages. */
function Subject({ id }: { readonly id: string }) {
  const page = id.startsWith('pay_') ? 'payments' : id.startsWith('link_') ? 'links' : null;
  const code = <code>{id}</code>;
  return page === null ? code : <a href={`#/${page}/${id}`}>{code}</a>;
}
