import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@tsena/shared';
import { type FirstData, merchantSchema } from '@tsena/shared/merchant';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { ApiError } from '../core/apiError.ts';
import { TODAY_PATH } from '../core/firstData.ts';
import { Button } from '../shared/Button.tsx';
import { ConnectionNotice } from '../shared/ConnectionNotice.tsx';
import { DashboardContext, useTexts } from '../shared/dashboardContext.ts';
import { LanguageChoice } from '../shared/LanguageChoice.tsx';
import { QueryFallback } from '../shared/Loaded.tsx';
import { Logo } from '../shared/Logo.tsx';
import { Toast, useToast } from '../shared/Toast.tsx';
import { useLiveData } from '../shared/useLiveData.ts';
import { useRoute } from '../shared/useRoute.ts';
import { CurrentPage } from './CurrentPage.tsx';
import { Layout } from './Layout.tsx';
import { pageOf } from './pages.ts';

interface SignedInProps {
  readonly api: Api;
  /** Data of this session that is there already. */
  readonly firstData: FirstData | undefined;
  readonly startsFocused: boolean;
  readonly onLanguage: (language: Language) => Promise<void>;
  /** Called when the companion has answered that the browser is signed in. */
  readonly onConfirmed: () => void;
  /** Called when the merchant has signed out. */
  readonly onSignedOut: () => void;
}

const MERCHANT_PATH = '';
const MAX_RETRIES = 2;
/** Within this time, a second view of the same data makes no second request. */
const FRESH_MS = 2000;

function createQueryClient(firstData: FirstData | undefined): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a request fails at once, so that the page shows the error.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.code === 'unreachable',
        staleTime: FRESH_MS,
      },
      mutations: { networkMode: 'always' },
    },
  });
  client.setQueryData([MERCHANT_PATH], firstData?.merchant);
  client.setQueryData([TODAY_PATH], firstData?.totals);
  return client;
}

/** The pages behind the sign-in. */
export function SignedIn(props: SignedInProps) {
  const [client] = useState(() => createQueryClient(props.firstData));
  return (
    <QueryClientProvider client={client}>
      <Pages {...props} />
    </QueryClientProvider>
  );
}

function Pages({ api, startsFocused, onLanguage, onConfirmed, onSignedOut }: SignedInProps) {
  const { t, describe } = useTexts();
  const route = useRoute();
  const [message, announce] = useToast();
  const live = useLiveData(api.eventsAddress);
  const merchant = useQuery({
    queryKey: [MERCHANT_PATH],
    queryFn: () => api.request(merchantSchema, MERCHANT_PATH),
    refetchInterval: live.refreshMs,
  });
  useReadAgain(api);
  const dashboard = useMemo(
    () => (merchant.data === undefined ? null : { api, merchant: merchant.data, announce, live }),
    [api, merchant.data, announce, live],
  );
  const hasAnswered = merchant.data !== undefined;
  useEffect(() => {
    if (hasAnswered) onConfirmed();
  }, [hasAnswered, onConfirmed]);
  const signOut = useMutation({
    mutationFn: api.signOut,
    onSuccess: onSignedOut,
    // Only the companion can end the session: the page must not say that it has ended.
    onError: (error) => announce(`${t('app.stillSignedIn')} ${describe(error)}`),
  });
  const partnerName = merchant.data?.partnerName ?? t('app.name');
  useEffect(() => {
    document.title = `${t(pageOf(route).name)} · ${partnerName}`;
  }, [t, route, partnerName]);

  if (dashboard === null) {
    return (
      <div className="signed-out">
        <header className="page-header">
          <Logo />
        </header>
        <main>
          <QueryFallback query={merchant} />
        </main>
      </div>
    );
  }
  return (
    <DashboardContext value={dashboard}>
      <Layout
        route={route}
        merchant={dashboard.merchant}
        startsFocused={startsFocused}
        settings={
          <>
            <LanguageChoice onLanguage={onLanguage} />
            <Button look="quiet" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
              {t('app.signOut')}
            </Button>
          </>
        }
      >
        <ConnectionNotice />
        <CurrentPage route={route} />
        <Toast message={message} />
      </Layout>
    </DashboardContext>
  );
}

/**
 * Reads everything again in another language: the companion's sentences differ. Until they are there, the old ones
 * stay, and what is typed in a form.
 */
function useReadAgain(api: Api): void {
  const client = useQueryClient();
  const readBy = useRef(api);
  useEffect(() => {
    if (readBy.current !== api) void client.invalidateQueries();
    readBy.current = api;
  }, [api, client]);
}
