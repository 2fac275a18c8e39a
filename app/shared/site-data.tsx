import { createContext, type ReactNode, use } from 'react';
import type { SiteData } from '#contract/site.ts';
import type { Office } from '#domain/business/office.ts';

const SiteContext = createContext<SiteData | null>(null);

export function SiteProvider({ site, children }: { site: SiteData; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The office's facts and the settings. The same for the life of a document: a new one has the new facts. */
export function useSite(): SiteData {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider around it.');
  return site;
}

export function useOffice(): Office {
  return useSite().office;
}
