import { expect, test } from 'vitest';
import { type BuiltRoute, pathsOf } from './site-build.ts';

const page = { default: () => null };
const loader = () => null;

function routesOf(...routes: BuiltRoute[]): Record<string, BuiltRoute> {
  return Object.fromEntries(routes.map((route) => [route.id, route]));
}

test('lists each path with what it needs', () => {
  const routes = routesOf(
    { id: 'root', path: '', module: { ...page, loader } },
    { id: 'home', parentId: 'root', index: true, module: page },
    { id: 'about', parentId: 'root', path: 'about-us', module: { ...page, loader } },
    { id: 'robots', parentId: 'root', path: 'robots.txt', module: { loader } },
    { id: 'frame', parentId: 'root', module: { ...page, handle: { scriptsFirst: true, fontsLast: true } } },
    { id: 'office', parentId: 'frame', path: 'manage/office/:section?', module: page },
    { id: 'rest', parentId: 'root', path: '*', module: page },
  );
  const plain = { scriptsFirst: false, fontsLast: false, preloads: [] };
  const framed = { scriptsFirst: true, fontsLast: true, preloads: ['/a.js', '/b.js'] };
  const preloads = { frame: ['/a.js'], office: ['/a.js', '/b.js'] };
  expect(pathsOf(routes, preloads)).toEqual([
    { pattern: '/', rendered: '/', data: null, ...plain },
    { pattern: '/about-us', rendered: '/about-us', data: '/about-us.data', ...plain },
    { pattern: '/robots.txt', rendered: '/robots.txt', data: null, ...plain },
    { pattern: '/manage/office', rendered: '/manage/office', data: null, ...framed },
    { pattern: '/manage/office/:section', rendered: '/manage/office/-', data: null, ...framed },
  ]);
});
