/** A media type as people send it, with parameters: what may stand in a header of ours. */
const wellFormed = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}( *;[\x20-\x7e]*)?$/;

export const UNKNOWN_TYPE = 'application/octet-stream';

/** What was sent, or the type of unknown bytes where it is no media type at all. */
export function mediaType(sent: string | undefined): string {
  const type = sent?.trim() ?? '';
  return wellFormed.test(type) && type.length <= 255 ? type : UNKNOWN_TYPE;
}

// "image/png", "image/*", or both sides a star.
export function isTypePattern(pattern: string): boolean {
  return /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/.test(pattern);
}

/** No patterns: everything is allowed. */
export function isTypeAllowed(type: string, patterns: readonly string[] | null): boolean {
  if (patterns === null || patterns.length === 0) return true;
  const wanted = essence(type);
  return patterns.some((pattern) => {
    const [family, kind] = essence(pattern).split('/');
    if (kind !== '*') return essence(pattern) === wanted;
    return family === '*' || wanted.startsWith(`${family}/`);
  });
}

function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

const images = ['png', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp'].map((kind) => `image/${kind}`);
const shownInPlace = new Set([...images, 'text/plain']);

export interface Presentation {
  contentType: string;
  inline: boolean;
  policy: string;
}

/**
 * How stored bytes are shown. They come from strangers and lie on the portal's own origin, so nothing in them
 * may run there: the type is one of an allow list (`servedType`), all but images and plain text are saved instead of
 * shown, and what is shown is alone in a sandbox. What was sent as anything else, such as a page, is saved too. So is a
 * PDF: browsers' own viewers run its scripts, which may then speak in the name of our page. The app draws PDFs itself
 * (app/documents/preview).
 */
export function presentationOf(type: string, claimed: string): Presentation {
  return {
    contentType: type,
    inline: shownInPlace.has(essence(type)) && shownInPlace.has(essence(claimed)),
    policy: "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  };
}
