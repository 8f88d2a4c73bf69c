import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Language } from '@tsena/shared';
import { useEffect, useMemo } from 'react';
import type { Api } from '../core/api.ts';
import { ApiError } from '../core/apiError.ts';
import { DashboardContext, useTexts } from './desk.ts';
import { Frame } from './Frame.tsx';
import { Overview } from './Overview.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { Payments } from './Payments.tsx';
import { Toast, useToast } from './Toast.tsx';
import { useRoute } from './useRoute.ts';
import { Pending } from './Waiting.tsx';

interface SignedInProps {
  readonly api: Api;
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: (becauseItEnded: boolean) => void;
}

const RETRIES = 2;

/** Everything behind the key. */
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
            // Offline, the request fails at once and the page says so.
            networkMode: 'always',
            retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.code === 'unreachable',
            staleTime: 2000,
          },
          mutations: { networkMode: 'always' },
        },
      }),
    [onSignOut],
  );
  return (
    <QueryClientProvider client={client}>
      <Inside api={api} onLanguage={onLanguage} onSignOut={onSignOut} />
    </QueryClientProvider>
  );
}

function Inside({ api, onLanguage, onSignOut }: SignedInProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const route = useRoute();
  const [message, announce] = useToast();
  const merchant = useQuery({ queryKey: [language, 'merchant'], queryFn: () => api.merchant(), staleTime: Number.POSITIVE_INFINITY });
  const desk = useMemo(
    () => (merchant.data === undefined ? null : { api, merchant: merchant.data, announce }),
    [api, merchant.data, announce],
  );
  const partnerName = merchant.data?.partnerName ?? 'Tsena';
  useEffect(() => {
    document.title = `${t(route.page === 'overview' ? 'app.overview' : 'app.payments')} · ${partnerName}`;
  }, [t, route.page, partnerName]);

  return (
    <Frame route={route} merchant={merchant.data ?? null} onLanguage={onLanguage} onSignOut={() => onSignOut(false)}>
      {desk === null ? (
        <Pending query={merchant} />
      ) : (
        <DashboardContext value={desk}>
          {route.page === 'overview' ? <Overview /> : null}
          {route.page === 'payments' ? <Payments filter={route.filter} /> : null}
          {route.page === 'payment' ? <PaymentPage key={route.id} id={route.id} /> : null}
        </DashboardContext>
      )}
      <Toast message={message} />
    </Frame>
  );
}
