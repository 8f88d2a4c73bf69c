import { type Link, linkPageSchema } from '@tsena/shared/merchant';
import { Allowed } from '../shared/Allowed.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { usePages } from '../shared/usePages.ts';
import { goTo } from '../shared/useRoute.ts';
import { LinkBadge } from './LinkBadge.tsx';
import { LinkForm } from './LinkForm.tsx';

/** Payment links: a form for a new one, and all of them with their status. */
export function LinksPage() {
  const { t, who, money, time } = useTexts();
  const links = usePages(linkPageSchema, '/links?limit=50');
  return (
    <div className="page links split">
      <h1>{t('links.title')}</h1>
      <Allowed needs="operate">
        <LinkForm descriptions={recentDescriptions(links.items ?? [])} onCreated={({ id }) => goTo(`#/links/${id}`)} />
      </Allowed>
      <section className="card" aria-label={t('links.title')}>
        <PagedList pages={links} look="rows" empty={t('links.none')} keyOf={({ id }) => id}>
          {(link) => (
            <a className="row" href={`#/links/${link.id}`}>
              <span className="amount">{money(link.amount)}</span>
              <span className="order">{link.description ?? link.order}</span>
              <span className="status">
                <LinkBadge link={link} />
              </span>
              <span className="payer">{t('who.by', { name: who(link.createdBy) })}</span>
              <span className="when">{time(link.createdAt)}</span>
            </a>
          )}
        </PagedList>
      </section>
    </div>
  );
}

const MAX_DESCRIPTIONS = 8;

/** The newest different descriptions. */
function recentDescriptions(links: readonly Link[]): readonly string[] {
  return [...new Set(links.flatMap(({ description }) => description ?? []))].slice(0, MAX_DESCRIPTIONS);
}
