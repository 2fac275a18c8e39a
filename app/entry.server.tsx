import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Renders each page completely into one file at build time, including lazy parts. The default entry would stream,
 * and assemble the parts with scripts.
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
