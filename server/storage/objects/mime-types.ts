/** A media type with optional parameters that is valid in a response header. */
const wellFormed = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}( *;[\x20-\x7e]*)?$/;

const UNKNOWN_TYPE = 'application/octet-stream';

/** The type as sent, or the type of unknown bytes if it is invalid. */
export function mediaType(sent: string | undefined): string {
  const type = sent?.trim() ?? '';
  return wellFormed.test(type) && type.length <= 255 ? type : UNKNOWN_TYPE;
}

// "image/png", "image/*" or "*/*".
export function isTypePattern(pattern: string): boolean {
  return /^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/.test(pattern);
}

/** Without patterns every type is allowed. */
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

const images = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp'].map((kind) => `image/${kind}`),
);
const isImage = (type: string) => images.has(essence(type));
const isText = (type: string) => essence(type) === 'text/plain';

/**
 * How stored bytes are presented. They are untrusted and come from the portal's own origin, so nothing in them may run:
 * the type is from an allow list (`servedType`), only images and plain text are shown inline, in a sandbox, and only if
 * they were uploaded as such. A PDF is an attachment too: browsers' viewers run its scripts with the origin of our page.
 * The app renders PDFs itself (app/documents/preview).
 */
export function isShownInline(type: string, claimed: string): boolean {
  return [isImage, isText].some((is) => is(type) && is(claimed));
}

export const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
