/**
 * Loads the scripts of a page that the person will open next. The document of the page names them, so that this page
 * doesn't have to.
 */
export async function prefetchPage(path: string): Promise<void> {
  const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
