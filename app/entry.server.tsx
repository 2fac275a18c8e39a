import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Pages are files that the build makes: each is rendered to its end and in one piece, also what the browser loads
 * later (`lazy`). The bundler's own entry would stream, and put the pieces together with scripts.
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
  // A page that fails in a part fails the build.
  if (errors.length > 0) throw errors[0];
  headers.set('content-type', 'text/html');
  return new Response(page, { headers, status });
}
