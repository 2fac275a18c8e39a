import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SiteProvider } from '#app/shared/site-data.tsx';
import { officeOf } from '#domain/business/office.ts';
import { English } from './english.tsx';
import { demoBusiness } from './office.ts';

const site = {
  office: officeOf(demoBusiness),
  language: 'en' as const,
  siteUrl: 'http://localhost',
  publishableKey: 'none',
  calendarUrl: null,
};

/** Around a component in a test that has queries, dates, or links. */
export function PageOfOffice({ children }: { children: ReactNode }) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (
    <MemoryRouter>
      <English>
        <SiteProvider site={site}>
          <QueryClientProvider client={queries}>{children}</QueryClientProvider>
        </SiteProvider>
      </English>
    </MemoryRouter>
  );
}
