import allWords from 'virtual:page-words';
import { renderToReadableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { SiteSource } from '#contract/site.ts';
import { choiceCookie } from '#domain/language/choice.ts';
import type { Language } from '#domain/language/language.ts';
import { provideAllWords } from './language/server-words.ts';
import { siteSource } from './shared/site-source.ts';

provideAllWords(allWords);

/**
 * Renders each page completely into one document, including lazy parts. The default entry would stream, and assemble
 * the parts with scripts.
 */
export default async function renderPage(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const errors: unknown[] = [];
  const page = await renderToReadableStream(<ServerRouter context={context} url={url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  await page.allReady;
  // A page with a part that fails is not shown.
  if (errors.length > 0) throw errors[0];
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(page, { headers, status });
}

/** Replaces React Router's log on the console. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  failures.get(context)?.push(error);
};

const failures = new WeakMap<object, unknown[]>();

/**
 * Returns the function with which the server renders this build (server/site/site-build.ts): a page, a resource route,
 * or the data of a page (its path with `.data`). The language is for pages that have one address. It throws the first
 * error of a route.
 */
export function createRenderer(build: ServerBuild) {
  const handle = createRequestHandler(build, 'production');
  return async (path: string, source: SiteSource, language?: Language): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(siteSource, source);
    const errors: unknown[] = [];
    failures.set(context, errors);
    const headers: HeadersInit = language ? { cookie: choiceCookie(language) } : {};
    const response = await handle(new Request(new URL(path, source.siteUrl), { headers }), context);
    if (errors.length > 0) throw errors[0];
    return response;
  };
}
