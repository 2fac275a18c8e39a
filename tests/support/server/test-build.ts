import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the build exports, in short: a page shows its path and a fact. */
const serverBuild = `
const page = { default: () => null };
let renders = 0;
const texts = {
  '/': ({ business }) => '<p>' + business.name + '</p><script>1</script>',
  '/fees': ({ siteUrl, calendarUrl }) => '<p style="color:red">' + siteUrl + ' ' + calendarUrl + '</p>',
  '/account': () => '<head><link rel="modulepreload" href="/a.js"/><link rel="preload" as="font"/></head><p>account</p>',
  '/about': () => '<head></head><p>about</p><script type="module" async="">import "/about.js"</script>',
  '/manage/-': () => '<p>client</p>',
  '/manage/-/files': () => '<p>client</p>',
  '/404': () => '<p>no such page</p>',
  '/es': ({ business }) => '<p>es ' + business.name + '</p>',
  '/es/fees': () => '<p>precios</p>',
  '/es/404': () => '<p>no existe</p>',
  '/renders': () => String(++renders),
};
export const routes = {
  root: { id: 'root', path: '', module: { ...page, loader: () => null } },
  home: { id: 'home', parentId: 'root', path: 'es?', index: true, module: { ...page, loader: () => null } },
  fees: { id: 'fees', parentId: 'root', path: 'es?/fees', module: page },
  about: { id: 'about', parentId: 'root', path: 'about', module: page },
  frame: { id: 'frame', parentId: 'root', module: { ...page, handle: { scriptsFirst: true, fontsLast: true } } },
  account: { id: 'account', parentId: 'frame', path: 'account', module: page },
  layout: { id: 'layout', parentId: 'root', module: page },
  client: { id: 'client', parentId: 'layout', path: 'manage/:clientId/files?', module: page },
  renders: { id: 'renders', parentId: 'root', path: 'renders', module: page },
  robots: { id: 'robots', parentId: 'root', path: 'robots.txt', module: { loader: () => null } },
  rest: { id: 'rest', parentId: 'root', path: '*', module: page },
};
export const assets = {};
export const entry = { module: { createRenderer: () => async (path, source, language) => {
  if (source.business.name === 'broken') throw new Error('a fact is missing');
  if (path === '/robots.txt') return new Response('User-agent: *', { headers: { 'content-type': 'text/plain' } });
  if (path.endsWith('.data')) return new Response(path, { headers: { 'content-type': 'text/x-script' } });
  const chosen = path === '/account' && language === 'es' ? '<p>cuenta</p>' : undefined;
  return new Response(chosen ?? texts[path](source), { headers: { 'content-type': 'text/html; charset=utf-8' } });
} } };
`;

export const serverEntry = join('server', 'index.js');
const files: Record<string, string> = {
  [serverEntry]: serverBuild,
  [join('server', 'preloads.json')]: '{"account":["/a.js","/b.js"],"about":["/c.js"]}',
  'client/assets/root-1a.js': 'console.log(1)',
  'client/assets/pdf.worker.min-1a.mjs': 'self.onmessage = null',
  'client/assets/heic-decoder.worker-1a.js': 'self.onmessage = null',
  'client/favicon.svg': '<svg/>',
  'client/sw.js': 'self.oninstall = null',
  'share.json': '{}',
};

/** Writes a small build into a new folder. */
export async function writeTestBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-site-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
