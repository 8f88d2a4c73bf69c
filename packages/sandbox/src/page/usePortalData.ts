import { shareRuns } from '@tsena/dashboard/shared/shareRuns.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FaultRule } from '../views/faultRule.ts';
import type { ApplicationView, RequestView, SandboxView, TransactionStatus, TransactionView } from '../views/views.ts';
import { api, type SearchResult } from './api.ts';
import type { Section } from './sections.ts';
import { translate } from './texts.ts';

/** How many payments and requests the page shows. */
export const MAX_SHOWN = 200;

/** Which payments the list shows. */
export interface Search {
  readonly q: string;
  readonly status: TransactionStatus | '';
}

/** What the page shows of the sandbox. */
export interface PortalData {
  readonly sandbox: SandboxView;
  /** The newest payments, for the phone. */
  readonly payments: readonly TransactionView[];
  /** Those that match the search, for the list. */
  readonly found: SearchResult;
  readonly faults: readonly FaultRule[];
  /** Undefined until their section is opened. */
  readonly requests?: readonly RequestView[];
  readonly applications?: readonly ApplicationView[];
}

async function load({ q, status }: Search, section: Section): Promise<PortalData> {
  const [sandbox, all, found, faults] = await Promise.all([
    api.readSandbox(),
    api.listTransactions({ q: '', status: '', limit: MAX_SHOWN }),
    q.trim() === '' && status === '' ? undefined : api.listTransactions({ q: q.trim(), status, limit: MAX_SHOWN }),
    api.listFaults(),
  ]);
  return {
    sandbox,
    payments: all.transactions,
    found: found ?? all,
    faults,
    ...(section === 'requests' ? { requests: await api.listRequests(MAX_SHOWN) } : {}),
    ...(section === 'connect' ? { applications: await api.listApplications() } : {}),
  };
}

/**
 * The data of the page, read again at each change; and what reads it again. `onError` gets null when the sandbox
 * responds again.
 */
export function usePortalData(search: Search, section: Section, onError: (error: unknown) => void) {
  const [data, setData] = useState<PortalData>();
  const wanted = useRef({ search, section });
  wanted.current = { search, section };
  const refresh = useMemo(
    () =>
      shareRuns(async () => {
        const loaded = await load(wanted.current.search, wanted.current.section);
        setData((now) => ({ ...now, ...loaded }));
      }),
    [],
  );
  const show = () => void refresh().then(() => onError(null), onError);
  useEffect(show, [search, section]);
  useEffect(() => {
    const events = new EventSource('/portal/api/events');
    events.addEventListener('change', show);
    // A request may have used up a fault rule.
    events.addEventListener('request', () => ['requests', 'faults'].includes(wanted.current.section) && show());
    events.addEventListener('error', () =>
      onError(new Error(translate('The sandbox does not respond. This page keeps trying to reconnect.'))),
    );
    return () => events.close();
  }, []);
  return { data, refresh };
}
