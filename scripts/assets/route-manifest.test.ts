import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortenRouteManifest } from './route-manifest.mjs';

const imports = ['/assets/a.js', '/assets/b.js'];
const routes = {
  root: { id: 'root', path: '', imports },
  fees: { id: 'fees', parentId: 'root', path: 'es?/fees', imports },
  layout: { id: 'layout', parentId: 'root', imports },
  account: { id: 'account', parentId: 'layout', path: 'account', imports },
  review: { id: 'review', parentId: 'account', path: 'returns/:id', imports },
};
const written = (of: object) =>
  `window.__reactRouterManifest=${JSON.stringify({ routes: of, version: 'x' })};`;

let build: string;
let file: string;
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'nutmeg-manifest-'));
  file = join(build, 'client/assets', 'manifest-1a_b-C.js');
  await mkdir(join(build, 'client/assets'), { recursive: true });
  await mkdir(join(build, 'server'));
});
afterEach(() => rm(build, { recursive: true, force: true }));

test('keeps the scripts of the routes for the server only', async () => {
  await writeFile(file, written(routes));
  await shortenRouteManifest(build);
  const without = Object.entries(routes).map(([id, route]) => [id, { ...route, imports: [] }]);
  expect(await readFile(file, 'utf8')).toBe(written(Object.fromEntries(without)));
  const forServer = JSON.parse(await readFile(join(build, 'server', 'manifest.json'), 'utf8'));
  expect(written(forServer.routes)).toBe(await readFile(file, 'utf8'));
  const preloads = JSON.parse(await readFile(join(build, 'server', 'preloads.json'), 'utf8'));
  expect(preloads).toEqual(Object.fromEntries(Object.keys(routes).map((id) => [id, imports])));
});

test('omits missing features of a route', async () => {
  const fees = { ...routes.fees, imports: [], hasLoader: true };
  await writeFile(file, written({ fees: { ...fees, hasAction: false } }));
  await shortenRouteManifest(build);
  expect(await readFile(file, 'utf8')).toBe(written({ fees }));
});

test('an unknown format of the list fails the build', async () => {
  await writeFile(file, 'export default {}');
  await expect(shortenRouteManifest(build)).rejects.toThrow('in another way');
});
