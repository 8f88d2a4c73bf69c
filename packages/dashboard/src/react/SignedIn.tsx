import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Language } from '@tsena/shared';
import { useEffect, useMemo } from 'react';
import type { Api } from '../core/api.ts';
import { ApiError } from '../core/apiError.ts';
import type { Route } from '../core/route.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Counter } from './Counter.tsx';
import { DashboardContext, useTexts } from './dashboardContext.ts';
import { Layout } from './Layout.tsx';
import { LinkPage } from './LinkPage.tsx';
import { LinksPage } from './LinksPage.tsx';
import { Overview } from './Overview.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { PaymentsPage } from './PaymentsPage.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { Toast, useToast } from './Toast.tsx';
import { useLiveData } from './useLiveData.ts';
import { useRoute } from './useRoute.ts';

interface SignedInProps {
  readonly api: Api;
  readonly onLanguage: (language: Language) => void;
  /** `keyRejected`: the companion rejected the key; false if the merchant chose to sign out. */
  readonly onSignOut: (keyRejected: boolean) => void;
}

const MAX_RETRIES = 2;
/** Within this time, a second view of the same data makes no second request. */
const FRESH_MS = 2000;

/** The pages behind the merchant key. */
export function SignedIn({ api, onLanguage, onSignOut }: SignedInProps) {
  const client = useMemo(
    () =>
      new QueryClient({
        queryCache: new QueryCache({
          onError(error) {
            if (error instanceof ApiError && error.code === 'merchant_key_invalid') onSignOut(true);
          },
        }),
        defaultOptions: {
          queries: {
            // Offline, a request fails at once, so that the page shows the error.
            networkMode: 'always',
            retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.code === 'unreachable',
            staleTime: FRESH_MS,
          },
          mutations: { networkMode: 'always' },
        },
      }),
    [onSignOut],
  );
  return (
    <QueryClientProvider client={client}>
      <Pages api={api} onLanguage={onLanguage} onSignOut={onSignOut} />
    </QueryClientProvider>
  );
}

function titleOf({ page }: Route): 'app.overview' | 'app.payments' | 'app.links' {
  if (page === 'overview') return 'app.overview';
  return page.startsWith('payment') ? 'app.payments' : 'app.links';
}

function Pages({ api, onLanguage, onSignOut }: SignedInProps) {
  const { t, language } = useTexts();
  const route = useRoute();
  const [message, announce] = useToast();
  const live = useLiveData(api);
  const merchant = useQuery({ queryKey: [language, 'merchant'], queryFn: () => api.merchant(), refetchInterval: live.refreshMs });
  const dashboard = useMemo(
    () => (merchant.data === undefined ? null : { api, merchant: merchant.data, announce, live }),
    [api, merchant.data, announce, live],
  );
  const partnerName = merchant.data?.partnerName ?? t('app.name');
  useEffect(() => {
    document.title = `${t(titleOf(route))} · ${partnerName}`;
  }, [t, route, partnerName]);

  return (
    <Layout route={route} merchant={merchant.data ?? null} onLanguage={onLanguage} onSignOut={() => onSignOut(false)}>
      <ConnectionNotice />
      {dashboard === null ? (
        <QueryFallback query={merchant} />
      ) : (
        <DashboardContext value={dashboard}>
          {route.page === 'overview' ? <Overview /> : null}
          {route.page === 'payments' ? <PaymentsPage filter={route.filter} /> : null}
          {route.page === 'links' ? <LinksPage /> : null}
          {route.page === 'link' ? <LinkPage key={route.id} id={route.id} /> : null}
          {route.page === 'counter' ? <Counter key={route.id} id={route.id} /> : null}
          {route.page === 'payment' ? <PaymentPage key={route.id} id={route.id} /> : null}
        </DashboardContext>
      )}
      <Toast message={message} />
    </Layout>
  );
}
