import { completeName, splitName, withExtension } from './file-names.ts';

/** The kind of a file's bytes. The second group is never accepted. */
export type Content =
  | ('pdf' | (typeof PICTURES)[number] | 'svg' | 'office' | 'ole' | 'rtf' | 'text')
  | ('program' | 'page' | 'script' | 'archive' | 'unknown');

const PICTURES = ['jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'avif', 'bmp', 'tiff'] as const;

interface DocumentType {
  /** The media type for the extension, if the content doesn't tell it. */
  mediaType: string;
  /** The contents that are accepted. Phones and scanners often use the extension of another image format. */
  holds: readonly Content[];
}

const picture = (mediaType: string): DocumentType => ({ mediaType, holds: PICTURES });
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** By extension, in lowercase without the dot. */
const TYPES: Record<string, DocumentType> = {
  pdf: { mediaType: 'application/pdf', holds: ['pdf'] },
  jpg: picture('image/jpeg'),
  jpeg: picture('image/jpeg'),
  jfif: picture('image/jpeg'),
  png: picture('image/png'),
  gif: picture('image/gif'),
  webp: picture('image/webp'),
  heic: picture('image/heic'),
  heif: picture('image/heif'),
  avif: picture('image/avif'),
  bmp: picture('image/bmp'),
  tif: picture('image/tiff'),
  tiff: picture('image/tiff'),
  svg: { mediaType: 'image/svg+xml', holds: ['svg'] },
  // With a password, the new formats use the old container.
  docx: { mediaType: DOCX, holds: ['office', 'ole'] },
  xlsx: { mediaType: XLSX, holds: ['office', 'ole'] },
  // Other programs write other formats under the old extensions.
  doc: { mediaType: 'application/msword', holds: ['ole', 'office', 'rtf'] },
  xls: { mediaType: 'application/vnd.ms-excel', holds: ['ole', 'office', 'text'] },
  csv: { mediaType: 'text/csv', holds: ['text'] },
  txt: { mediaType: 'text/plain', holds: ['text'] },
};

/** The `accept` list of file inputs. It is shorter than TYPES: the rest is covered by `image/*`. */
export const FILE_INPUT_TYPES: readonly string[] =
  '.pdf .jpg .jpeg .png .docx .csv .txt .doc .xls .xlsx image/*'.split(' ');

/** The media types of contents that tell them. */
export const CONTENT_TYPES: Partial<Record<Content, string>> = {
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  rtf: 'application/rtf',
  ...Object.fromEntries(PICTURES.map((kind) => [kind, `image/${kind}`])),
};

/** The extension in lowercase without the dot; '' if there is none. */
export function extensionOf(name: string): string {
  return splitName(name).extension.slice(1).toLowerCase();
}

export function acceptsExtension(extension: string): boolean {
  return Object.hasOwn(TYPES, extension);
}

/** Whether a file with this extension may have this content. Without an extension, the content decides. */
export function mayHold(extension: string, content: Content): boolean {
  if (extension !== '') return TYPES[extension]?.holds.includes(content) ?? false;
  return Object.values(TYPES).some(({ holds }) => holds.includes(content));
}

/** The media type to store: from the content, or else from the extension. Never the client's claim. */
export function mediaTypeFor(name: string, { head, tail }: Ends): string {
  const content = contentOf({ head, tail });
  const certain = CONTENT_TYPES[content];
  if (certain !== undefined) return certain;
  if (content === 'office') return includes(head, 'xl/') || includes(tail, 'xl/') ? XLSX : DOCX;
  const named = TYPES[extensionOf(name)]?.mediaType;
  if (content === 'text') return named === 'text/csv' ? named : 'text/plain';
  return content === 'ole' ? (named ?? 'application/x-ole-storage') : 'application/octet-stream';
}

/** What programs open alike. Windows and iOS write both endings for either. */
const ALIKE: Record<string, string> = { 'image/heif': 'image/heic' };
const kindOf = (mediaType: string) => ALIKE[mediaType] ?? mediaType;
const CERTAIN = new Set(Object.values(CONTENT_TYPES).filter((type) => type !== 'image/svg+xml'));

/**
 * The name under which a document leaves: with the ending that its bytes call for, because Windows opens a file by its
 * ending. An ending that suits the bytes stays, as does one that the bytes can't contradict ("list.csv").
 *
 * @param mediaType of the bytes (`servedType`)
 */
export function nameForBytes(name: string, mediaType: string): string {
  const type = kindOf(mediaType.split(';', 1)[0] ?? '');
  const { base, extension } = splitName(name);
  const own = TYPES[extensionOf(name)];
  const isWrong = own === undefined || kindOf(own.mediaType) !== type;
  if (extension !== '' && !(isWrong && CERTAIN.has(type))) return name;
  const ending = Object.keys(TYPES).find((one) => kindOf(TYPES[one]?.mediaType ?? '') === type);
  if (ending === undefined) return name;
  // An ending of no document is part of the name: "Letter.final".
  return withExtension(own === undefined ? name : base, `.${ending}`);
}

/** A file's new name, with the old ending if none of a document was typed: "Smith J.R" becomes "Smith J.R.pdf". */
export function nameAfterRename(typed: string, old: string): string {
  const name = completeName(typed);
  const ending = extensionOf(name);
  if (name === '' || ending === extensionOf(old) || acceptsExtension(ending)) return name;
  return name.replace(/([^.])\.+$/, '$1') + splitName(old).extension;
}

/** The first and last 8 KiB of a file, or all of it. */
export interface Ends {
  head: Uint8Array;
  tail: Uint8Array;
}
export const HEAD_BYTES = 8192;
export const TAIL_BYTES = 8192;

const SIGNATURES: [Content, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['bmp', 'BM'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rtf', '{\\rtf'],
  ['program', 'MZ'],
  ['program', '\x7fELF'],
  ['program', '\xcf\xfa\xed\xfe'],
  ['program', '\xca\xfe\xba\xbe'],
  ['archive', 'Rar!'],
  ['archive', '7z\xbc\xaf'],
  ['archive', '\x1f\x8b'],
  ['script', '#!'],
];

/** The content according to the first bytes. A zip may be an office document that only its end reveals. */
export function recognize(head: Uint8Array): Content {
  const known = SIGNATURES.find(([kind, signature]) => hasAt(head, 0, signature) && !isTextual(kind, head));
  if (known) return known[0];
  if (isZip(head)) return hasOfficeParts(head) ? 'office' : 'archive';
  if (hasAt(head, 0, 'RIFF') && hasAt(head, 8, 'WEBP')) return 'webp';
  if (hasAt(head, 4, 'ftyp')) return brandOf(head);
  const isText = isReadable(head);
  const markup = isText && opensTag(head) ? textOf(head) : '';
  // Mail programs and scanners may write bytes before "%PDF-".
  if (looksLikePage(markup)) return 'page';
  if (includes(head.subarray(0, 1024), '%PDF-')) return 'pdf';
  if (!isText) return 'unknown';
  if (/^\s*<\?php/i.test(markup)) return 'script';
  return /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(markup) && /<svg[\s>]/i.test(markup) ? 'svg' : 'text';
}

/** The content according to the first and last bytes. */
export function contentOf({ head, tail }: Ends): Content {
  const content = recognize(head);
  return content === 'archive' && isZip(head) && hasOfficeParts(tail) ? 'office' : content;
}

export function isZip(head: Uint8Array): boolean {
  return hasAt(head, 0, 'PK\x03\x04');
}

/** Whether a zip has the parts of a Word or Excel document. Their names may be at the start or the end. */
function hasOfficeParts(bytes: Uint8Array): boolean {
  return ['[Content_Types].xml', 'word/', 'xl/'].some((part) => includes(bytes, part));
}

/** Two-letter signatures such as "MZ" and "BM" could also be text: they need a further check. */
function isTextual(kind: Content, head: Uint8Array): boolean {
  return (kind === 'program' || kind === 'bmp') && isReadable(head);
}

function brandOf(head: Uint8Array): Content {
  const brand = latin1(head, 8, 12);
  if (/^avi[fs]$/.test(brand)) return 'avif';
  if (/^(hei[cxms]|hev[cx])$/.test(brand)) return 'heic';
  return /^(mif1|msf1)$/.test(brand) ? 'heif' : 'unknown';
}

function looksLikePage(text: string): boolean {
  return /^\s*(<!--[\s\S]{0,2000}?-->\s*)?<(!doctype\s+html|html|head|body|script|iframe|meta|title)\b/i.test(
    text,
  );
}

const isUtf16 = (head: Uint8Array) => hasAt(head, 0, '\xff\xfe') || hasAt(head, 0, '\xfe\xff');

/** Whether the bytes are text, and not binary. */
function isReadable(head: Uint8Array): boolean {
  // UTF-16 with a byte order mark: "Unicode text" from a spreadsheet.
  if (isUtf16(head)) return true;
  // An index is much faster than `every` or an iterator, and this runs several times for each upload.
  for (let at = 0; at < head.length; at++) if (!isInText(head[at] ?? 0)) return false;
  return true;
}

/** Whether text begins with "<", after spaces: only then does it have to be made and searched. */
function opensTag(head: Uint8Array): boolean {
  for (let at = markBytes(head); at < head.length; at++) {
    const byte = head[at] ?? 0;
    if (byte !== 0 && !isSpace(byte)) return byte === 0x3c;
  }
  return false;
}

function textOf(head: Uint8Array): string {
  const text = latin1(head, markBytes(head));
  return isUtf16(head) ? text.replaceAll('\0', '') : text;
}

/** The length of a byte order mark. */
function markBytes(head: Uint8Array): number {
  if (isUtf16(head)) return 2;
  return hasAt(head, 0, '\xef\xbb\xbf') ? 3 : 0;
}

/** As in a regular expression. */
const isSpace = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13) || byte === 0xa0;

/** No control characters, except tab, line and page breaks, the DOS end-of-file mark, and escape. */
function isInText(byte: number): boolean {
  return byte >= 32 || (byte >= 9 && byte <= 13) || byte === 26 || byte === 27;
}

export function includes(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (hasAt(bytes, at, text)) return true;
  }
  return false;
}

/** Compares bytes: making a text of them would take longer than all the rest of an upload's checks. */
function hasAt(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** One character for each byte. `Reflect.apply`, because spreading thousands of arguments is ten times as slow. */
function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, end));
}
