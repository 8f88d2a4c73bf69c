import { linkIdSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { Counter } from '../counter/Counter.tsx';
import type { PageViews } from '../shared/pageViews.ts';
import { LinkPage } from './LinkPage.tsx';
import { LinksPage } from './LinksPage.tsx';

export const pages: PageViews = {
  links({ id, view }) {
    const link = z.safeParse(linkIdSchema, id);
    if (!link.success) return <LinksPage />;
    return view === 'counter' ? <Counter key={id} id={link.data} /> : <LinkPage key={id} id={link.data} />;
  },
};
