/**
 * The key that every visitor's call carries. Public by design: it opens nothing that the policies don't. The server
 * writes it into the document, because one build serves any office; on the server nothing is called.
 */
export const publishableKey =
  (typeof document === 'undefined' ? undefined : document.documentElement.dataset.key) ?? 'none';
