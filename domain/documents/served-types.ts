import { CONTENT_TYPES, type Content } from './document-types.ts';

/**
 * The media type that stored bytes are served with: detected from the bytes, and narrowed by the claimed type only
 * if they are ambiguous. An allow list: any other type becomes text or unknown bytes. None of the types can run as
 * a script, a style, or a page. So a drawing is text too (SVG has scripts), and no type ends with "+xml", which browsers
 * open as a page, whatever comes before.
 */

/** The claimed types that are accepted if the bytes are ambiguous. */
const BELIEVED: Partial<Record<Content, RegExp>> = {
  text: /^(text\/(plain|csv|markdown|tab-separated-values)|application\/json)$/,
  office:
    /^application\/(zip|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.[\w.-]+)$/,
  archive: /^application\/(zip|gzip|x-7z-compressed|vnd\.rar|vnd\.oasis\.opendocument\.[\w.-]+)$/,
  ole: /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook)|x-ole-storage)$/,
  unknown: /^(audio|video)\/[\w.-]+$/,
};

const TEXT = 'text/plain; charset=utf-8';
const READABLE: readonly Content[] = ['text', 'page', 'script', 'svg'];
const UNKNOWN = 'application/octet-stream';

/** `claimed`: the type that was stored, with its parameters; of these only a plain charset is kept. */
export function servedType(content: Content, claimed: string): string {
  const certain = content === 'svg' ? undefined : CONTENT_TYPES[content];
  if (certain !== undefined) return certain;
  const [kind = '', ...parameters] = claimed.toLowerCase().split(';');
  if (BELIEVED[content]?.test(kind.trim())) {
    const charset = parameters.find((parameter) => /^ *charset="?[\w-]{1,40}"? *$/.test(parameter));
    return content === 'text' && charset !== undefined ? `${kind.trim()}; ${charset.trim()}` : kind.trim();
  }
  return READABLE.includes(content) ? TEXT : UNKNOWN;
}
