/**
 * RFC 6266: the name in UTF-8 for every present browser, and in plain ASCII for the others. Nothing in a name
 * can end the header or the quotes.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = name.toWellFormed().replace(/[\p{Cc}/]/gu, '_');
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
