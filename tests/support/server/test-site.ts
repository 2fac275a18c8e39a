import { rm } from 'node:fs/promises';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import type { Business } from '#domain/business/business.ts';
import { pageSourcesOf } from '#server/captcha/page-sources.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import type { Office } from '#server/office/office.ts';
import { registerSite } from '#server/site/site.ts';
import { loadSiteBuild } from '#server/site/site-build.ts';
import { demoBusiness } from '../office.ts';
import { writeTestBuild } from './test-build.ts';

export { serverEntry } from './test-build.ts';

export const home = `<p>${demoBusiness.name}</p><script>1</script>`;
export const fees = '<p style="color:red">https://office.example null</p>';
export const account =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="preload" as="font" fetchPriority="low"/>' +
  '<link rel="modulepreload" href="/b.js"/></head><p>account</p>';

export interface TestSite {
  app: FastifyInstance;
  folder: string;
  /** Replaces the facts, as a new version unless `isNewVersion` is false. */
  change(facts: Business, isNewVersion?: boolean): void;
  /** What listens for changes of the facts. */
  listeners: Set<() => void>;
  /** Asks like a browser unless other headers are given. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export const browser = { accept: 'text/html,*/*' };

/** Serves a small build. */
export async function openTestSite(): Promise<TestSite> {
  let facts: Business = demoBusiness;
  let version = 0;
  const listeners = new Set<() => void>();
  const office: Office = {
    current: () => facts,
    version: () => version,
    isExample: () => version === 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const folder = await writeTestBuild();
  const app = Fastify();
  await registerSecurityHeaders(app);
  app.get('/rest/v1/thing', async () => ({ thing: 1 }));
  await registerSite(app, {
    folder,
    build: await loadSiteBuild(folder),
    office,
    settings: { siteUrl: 'https://office.example', publishableKey: 'key', calendarUrl: null },
    sources: pageSourcesOf({ provider: 'embedded' }),
  });
  return {
    app,
    folder,
    listeners,
    change: (next, isNewVersion = true) => {
      facts = next;
      if (isNewVersion) version += 1;
    },
    get: (url, headers = browser) => app.inject({ method: 'GET', url, headers }),
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
