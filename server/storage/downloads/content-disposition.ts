import { MAX_NAME_TEXT } from '#domain/documents/file-names.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeCut } from '#domain/text/unicode.ts';

/** RFC 6266: the name in UTF-8, and in ASCII for old browsers. No character can end the header or the quotes. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  // A name requested in the URL may be as long as the URL.
  const safe = withoutHidden(normalizeCut(name, MAX_NAME_TEXT))
    .toWellFormed()
    .replace(/[\p{Cc}/]/gu, '_');
  const ascii = normalizeCut(safe, MAX_NAME_TEXT, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
