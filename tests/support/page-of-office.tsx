import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { QueryProvider, queryClient } from '#app/shared/api/query-client.tsx';
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
  useState(() => {
    queryClient.clear();
    queryClient.setDefaultOptions({ queries: { retry: false } });
  });
  return (
    <MemoryRouter>
      <English>
        <SiteProvider site={site}>
          <QueryProvider>{children}</QueryProvider>
        </SiteProvider>
      </English>
    </MemoryRouter>
  );
}
