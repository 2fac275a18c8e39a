import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PageSources } from '#server/captcha/page-sources.ts';
import { filePolicy, SERVICE_WORKER, sitePolicy } from './policy.ts';

const FALLBACK = '__spa-fallback.html';
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
const conditions = ['if-none-match', 'if-modified-since', 'if-range', 'range'];
const wire = /^\/(auth|rest|storage|functions|realtime)(\/|$)/;

interface Options {
  folder: string;
  /** External sources that pages may load from. */
  sources: PageSources;
}

/**
 * Serves a built site. Its files are known and do not change, so each has a separate route, and no part of a URL
 * becomes a path on the disk.
 */
export async function registerSite(app: FastifyInstance, { folder, sources }: Options): Promise<void> {
  const client = join(folder, 'client');
  const files = await listFiles(client);
  const pages = await readPages(folder, client, files, sources);
  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true, cacheControl: false });

  const sendPage = (reply: FastifyReply, file: string) =>
    reply
      .header('content-security-policy', pages.get(file))
      .header('cache-control', 'no-cache')
      .sendFile(file);

  for (const file of files.filter((name) => !pages.has(name))) {
    const policy = filePolicy(file);
    app.get(`/${file}`, (_request, reply) => {
      if (policy !== undefined) reply.header('content-security-policy', policy);
      return reply.header('cache-control', freshness(file)).sendFile(file);
    });
  }
  const sitePaths = await pathsOf(client, files, [...pages.keys()]);
  for (const [path, file] of sitePaths) {
    app.get(path, (_request, reply) => sendPage(reply, file));
    if (path !== '/') app.get(`${path}/`, (request, reply) => reply.redirect(withoutSlash(request), 308));
  }

  app.setNotFoundHandler((request, reply) => {
    if (wire.test(request.url)) {
      return reply.code(404).send({ message: 'no Route matched with those values' });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    // Typed by hand, or capitalized by a phone's keyboard.
    const lower = pathOf(request).toLowerCase();
    if (lower !== pathOf(request) && sitePaths.has(lower)) {
      return reply.redirect(lower + queryOf(request), 308);
    }
    if (!request.headers.accept?.includes('text/html')) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    // The application renders its 404 page. "Not modified" or a range would be an empty page here.
    for (const name of conditions) delete request.raw.headers[name];
    return sendPage(reply.code(404), FALLBACK);
  });
}

/** Never cached, because an old service worker could keep serving an old site. */
function freshness(file: string): string {
  if (file === SERVICE_WORKER) return 'no-cache';
  return file.startsWith('assets/') ? YEAR : HOUR;
}

/** Every page path with its file. Prerendered pages have their own; the others share the fallback. */
async function pathsOf(client: string, files: string[], pages: string[]): Promise<Map<string, string>> {
  const manifest = files.find((file) => /^assets\/manifest-[^/]+\.js$/.test(file));
  if (manifest === undefined) throw new Error(`The build in ${client} has no manifest of its routes.`);
  const script = await readFile(join(client, manifest), 'utf8');
  const prerendered = pages.filter((page) => page !== FALLBACK);
  return new Map([
    // robots.txt and the sitemap are also routes of the application, but already exist as files.
    ...applicationPaths(script)
      .filter((path) => !files.includes(path.slice(1)))
      .map((path) => [path, FALLBACK] as const),
    ...prerendered.map((page) => [`/${page.replace(/(^|\/)index\.html$/, '')}`, page] as const),
  ]);
}

/** The pages with their policies. */
async function readPages(
  folder: string,
  client: string,
  files: string[],
  sources: PageSources,
): Promise<Map<string, string>> {
  const text = await readFile(join(folder, 'csp.json'), 'utf8');
  const hashes = z.record(z.string(), z.array(z.string())).parse(JSON.parse(text));
  const pages = files.filter((file) => file.endsWith('.html'));
  return new Map(
    await Promise.all(
      pages.map(async (page) => {
        const html = await readFile(join(client, page), 'utf8');
        return [page, sitePolicy(html, hashes[page] ?? [], sources)] as const;
      }),
    ),
  );
}

/** All files by relative path, without their compressed versions. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function queryOf(request: FastifyRequest): string {
  return request.url.slice(pathOf(request).length);
}

function withoutSlash(request: FastifyRequest): string {
  return pathOf(request).replace(/\/+$/, '') + queryOf(request);
}

const manifest = z.object({
  routes: z.record(
    z.string(),
    z.object({ id: z.string(), parentId: z.string().optional(), path: z.string().optional() }),
  ),
});

/**
 * The paths of the application, read from the manifest that React Router builds, in the form that Fastify's
 * router knows. The route for everything else (`*`) is not one of them.
 */
export function applicationPaths(manifestScript: string): string[] {
  const json = manifestScript.slice(manifestScript.indexOf('{'), manifestScript.lastIndexOf('}') + 1);
  const { routes } = manifest.parse(JSON.parse(json));
  const fullPath = (id: string): string[] => {
    const route = routes[id];
    if (!route) return [];
    const own = (route.path ?? '').split('/').filter((segment) => segment !== '');
    return [...(route.parentId === undefined ? [] : fullPath(route.parentId)), ...own];
  };
  const paths = Object.keys(routes)
    .map(fullPath)
    .filter((segments) => !segments.includes('*'))
    .flatMap(withoutOptional)
    .map((segments) => `/${segments.join('/')}`);
  return [...new Set(paths)];
}

/** `a/b?/c` is both `a/c` and `a/b/c`. */
function withoutOptional(segments: string[]): string[][] {
  return segments.reduce<string[][]>(
    (paths, segment) => {
      if (!segment.endsWith('?')) return paths.map((path) => [...path, segment]);
      return paths.flatMap((path) => [path, [...path, segment.slice(0, -1)]]);
    },
    [[]],
  );
}
