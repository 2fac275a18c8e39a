// The last step of a build, with the Node that runs the server: checks the scripts, and renders the public pages of the demo office, because
// which files a page loads can be read from its HTML. Usage:
// node scripts/assets/finish-build.mjs <root> <build> <version> [--no-service-worker]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSiteBuild } from '../../server/site/site-build.ts';
import { checkBrowsers } from './check-browsers.mjs';
import { shortenRouteManifest } from './route-manifest.mjs';
import { writeServiceWorker } from './service-worker.mjs';

const [root = '', build = '', version = '', ...options] = process.argv.slice(2);
const client = join(build, 'client');
const business = JSON.parse(await readFile(join(root, 'domain', 'business', 'demo-office.json'), 'utf8'));
const source = { business, siteUrl: 'http://localhost', publishableKey: 'none', calendarUrl: null };

await checkBrowsers(client);
const { paths, render } = await loadSiteBuild(build);
const open = paths.filter(({ pattern, scriptsFirst }) => !scriptsFirst && !pattern.includes(':'));
const pages = new Map();
for (const { pattern } of open) pages.set(pattern, await (await render(pattern, source)).text());
// After the pages are rendered with the names of all their scripts, which the service worker caches.
await shortenRouteManifest(build);
const data = new Map(open.map(({ pattern, data }) => [pattern, data]));
await writeServiceWorker({
  root,
  client,
  pages,
  data,
  version,
  wanted: !options.includes('--no-service-worker'),
});
