import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteSource } from '#contract/site.ts';
import { acceptedTags, choiceCookie, chosenLanguage, preferredLanguage } from '#domain/language/choice.ts';
import {
  type Language,
  languageBefore,
  languageOf,
  languages,
  localizePath,
  sourceLanguage,
} from '#domain/language/language.ts';
import type { PageSources } from '#server/captcha/page-sources.ts';
import type { Office } from '#server/office/office.ts';
import { compressBody, type EncodedBody, plainBody, sendBody } from './encoded-body.ts';
import { withScriptsAfterPaint } from './first-paint.ts';
import { filePolicy, frameSources, SERVICE_WORKER, sitePolicy } from './policy.ts';
import { drawShareImage } from './share-image/draw.ts';
import type { SiteBuild, SitePath } from './site-build.ts';
import { createVersionCache } from './version-cache.ts';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';
/** A browser may show its copy and ask for a new one behind it, but only for as long as a change may take. */
const ONE_SECOND = 'public, max-age=0, stale-while-revalidate=1';
/** Any path without a route shows the 404 page, so one is rendered for all, in each language. */
const NO_PAGE = '/404';
const wire = /^\/(auth|rest|storage|functions|realtime)(\/|$)/;

interface Options {
  /** What `scripts/build.mjs` wrote. */
  folder: string;
  build: SiteBuild;
  office: Office;
  settings: Omit<SiteSource, 'business' | 'isExample'>;
  /** External sources that pages may load from, without the frames of the facts and settings. */
  sources: PageSources;
}

/**
 * Serves a built site. Pages are rendered on demand from the office's facts, and kept by path and language until the
 * facts change. The files of the build are known and do not change, so each has a separate route, and no part of a URL
 * becomes a path on the disk.
 */
export async function registerSite(app: FastifyInstance, options: Options): Promise<void> {
  const { folder, build, office } = options;
  const pages = createVersionCache({
    make: (key: string) => renderPage(pageOf(key), options),
    version: office.version,
    onError: (err, key) =>
      app.log.error({ err, ...pageOf(key) }, 'a page could not be rendered: the last one is served'),
  });
  const stopListening = office.subscribe(() => void pages.refresh());
  app.addHook('onClose', async () => stopListening());

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: PageName) => {
    const { headers, body } = await pages.get(keyOf(page));
    return sendBody(request, reply.headers(headers), body);
  };

  const sitePaths = new Set(build.paths.map(({ pattern }) => pattern));
  for (const { pattern, rendered, data } of build.paths) {
    const language = languageOf(rendered);
    app.get(pattern, (request, reply) => {
      reply.header('cache-control', ONE_SECOND);
      if (language !== null) return sendPage(request, reply, { path: rendered, language });
      // The page has one address, and the language that the reader chose.
      const chosen = chosenLanguage(request.headers.cookie) ?? sourceLanguage;
      return sendPage(request, reply.header('vary', 'cookie'), { path: rendered, language: chosen });
    });
    if (data !== null) {
      app.get(data, (request, reply) =>
        sendPage(request, reply.header('cache-control', ONE_SECOND), {
          path: data,
          language: language ?? sourceLanguage,
        }),
      );
    }
    if (pattern !== '/') {
      app.get(`${pattern}/`, (request, reply) => reply.redirect(withoutSlash(request), 308));
    }
  }
  await registerFiles(app, join(folder, 'client'));
  const shareImages = createVersionCache({
    make: async (key: string) => {
      const { body } = await pages.get(key);
      return plainBody(await drawShareImage(folder, office.current(), body.identity.toString()));
    },
    version: office.version,
    onError: (err) => app.log.error({ err }, 'the share image could not be drawn: the last one is served'),
  });
  for (const language of languages) {
    const home = keyOf({ path: localizePath('/', language), language });
    app.get(localizePath('/share.png', language), async (request, reply) => {
      reply.type('image/png').header('cache-control', HOUR);
      return sendBody(request, reply, await shareImages.get(home));
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
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
    // A page that has one address has no other one under "/es". Mails link there, so that it opens in their language.
    if (languageOf(request.url) === null) {
      const only = localizePath(request.url, sourceLanguage);
      if (only !== request.url) {
        reply.headers({
          'cache-control': 'no-store',
          'set-cookie': choiceCookie(languageBefore(request.url)),
        });
        return reply.redirect(only, 302);
      }
    }
    if (!request.headers.accept?.includes('text/html')) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    }
    // "Not modified" would have the status of a page that exists.
    delete request.raw.headers['if-none-match'];
    const language = languageOfVisitor(request);
    reply.code(404).headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-language' });
    return sendPage(request, reply, { path: localizePath(NO_PAGE, language), language });
  });
}

/** In the cache, a page has its language and path as the key. */
interface PageName {
  language: Language;
  path: string;
}

const keyOf = ({ language, path }: PageName): string => `${language}${path}`;

function pageOf(key: string): PageName {
  const language = languages.find((name) => key.startsWith(`${name}/`)) ?? sourceLanguage;
  return { language, path: key.slice(language.length) };
}

/** The language to say in that there is no such page. No redirect follows from it, so the browser may decide. */
function languageOfVisitor(request: FastifyRequest): Language {
  const ofAddress = languageOf(request.url) ?? sourceLanguage;
  if (ofAddress !== sourceLanguage) return ofAddress;
  const { cookie, 'accept-language': accepted } = request.headers;
  return chosenLanguage(cookie) ?? preferredLanguage(acceptedTags(accepted)) ?? sourceLanguage;
}

/** Renders a page, and adds the headers that belong to exactly these bytes. */
async function renderPage(
  { path, language }: PageName,
  { build, office, settings, sources }: Options,
): Promise<{ headers: Record<string, string>; body: EncodedBody }> {
  const business = office.current();
  const isExample = office.isExample();
  const response = await build.render(path, { ...settings, business, isExample }, language);
  const headers = Object.fromEntries(response.headers);
  // No search engine should tell of an office that doesn't exist.
  if (isExample) headers['x-robots-tag'] = 'noindex';
  let text = await response.text();
  if (!headers['content-type']?.startsWith('text/html')) {
    return { headers, body: await compressBody(Buffer.from(text)) };
  }
  text = withPriorities(
    text,
    build.paths.find(({ rendered }) => rendered === path),
  );
  const frames = frameSources(business.tutorialVideo, settings.calendarUrl);
  headers['content-security-policy'] = sitePolicy(text, { ...sources, frame: [...sources.frame, ...frames] });
  return { headers, body: await compressBody(Buffer.from(text)) };
}

/** Tells the browser what to load first. */
function withPriorities(text: string, page: SitePath | undefined): string {
  const missing = page?.preloads.filter((href) => !text.includes(href)) ?? [];
  const links = missing.map((href) => `<link rel="modulepreload" href="${href}"/>`);
  const complete = text.replace('</head>', () => `${links.join('')}</head>`);
  // What is displayed before scripts run comes first: style and fonts.
  if (!page?.fontsLast) return withScriptsAfterPaint(complete);
  return complete.replaceAll(' as="font"', ' as="font" fetchPriority="low"');
}

/** Registers each file of the folder. */
async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  for (const file of await listFiles(folder)) {
    const policy = filePolicy(file);
    app.get(`/${file}`, (_request, reply) => {
      if (policy !== undefined) reply.header('content-security-policy', policy);
      return reply.header('cache-control', freshness(file)).sendFile(file);
    });
  }
}

/** All files by relative path, without their compressed versions. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Never cached, because an old service worker could keep serving an old site. */
function freshness(file: string): string {
  if (file === SERVICE_WORKER) return 'no-cache';
  return file.startsWith('assets/') ? YEAR : HOUR;
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
