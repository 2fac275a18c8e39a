import type { SiteSource } from '#contract/site.ts';
import type { Business } from '#domain/business/business.ts';
import type { SiteBuild } from './site-build.ts';

/** Renders a page from facts that were not published. Undefined if the site has no such page. */
export type RenderPreview = (path: string, facts: Business) => Promise<string | undefined>;

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g;

/** For a frame without scripts, so it has none. Its links open windows, which the frame does not allow. */
export function createPreview(build: SiteBuild, settings: Omit<SiteSource, 'business'>): RenderPreview {
  const previewable = new Set(
    build.paths
      // Pages with parameters, and pages behind the login, are empty until their scripts run.
      .filter(({ pattern, rendered, scriptsFirst }) => pattern === rendered && !scriptsFirst)
      .map(({ rendered }) => rendered),
  );
  return async (path, business) => {
    if (!previewable.has(path)) return undefined;
    const response = await build.render(path, { ...settings, business });
    if (!response.headers.get('content-type')?.startsWith('text/html')) return undefined;
    const html = (await response.text()).replaceAll(SCRIPTS, '');
    return html.replace('<head>', '<head><base target="_blank"/>');
  };
}
