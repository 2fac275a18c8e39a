import { splitName } from './file-names.ts';

/** Which documents the office takes, and how their first and last bytes tell what they are. Pure: the browser asks too. */

/** What bytes are, as far as they tell. The second group is never accepted, but has a name in the refusal. */
export type Content =
  | ('pdf' | Picture | 'svg' | 'office' | 'ole' | 'rtf' | 'text')
  | ('program' | 'page' | 'script' | 'archive' | 'unknown');

type Picture = 'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'heif' | 'avif' | 'bmp' | 'tiff';

const PICTURES: readonly Content[] = ['jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'avif', 'bmp', 'tiff'];

interface DocumentType {
  /** The type by file name, stored if the content doesn't show one. */
  mediaType: string;
  /** What may be in it. Phones and scanners often give a picture the ending of another. */
  holds: readonly Content[];
}

const picture = (mediaType: string): DocumentType => ({ mediaType, holds: PICTURES });
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** By extension, in small letters without the dot. */
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
  // A new document that is locked with a password lies in a container of the old kind.
  docx: { mediaType: DOCX, holds: ['office', 'ole'] },
  xlsx: { mediaType: XLSX, holds: ['office', 'ole'] },
  // And old endings often hold what other programs wrote.
  doc: { mediaType: 'application/msword', holds: ['ole', 'office', 'rtf'] },
  xls: { mediaType: 'application/vnd.ms-excel', holds: ['ole', 'office', 'text'] },
  csv: { mediaType: 'text/csv', holds: ['text'] },
  txt: { mediaType: 'text/plain', holds: ['text'] },
};

/** The `accept` list of file inputs. It is shorter than TYPES: the rest is covered by `image/*`. */
export const FILE_INPUT_TYPES: readonly string[] = [
  '.pdf',
  '.jpg',
  '.jpeg',
  '.png',
  '.docx',
  '.csv',
  '.txt',
  '.doc',
  '.xls',
  '.xlsx',
  'image/*',
];

const CONTENT_TYPES: Partial<Record<Content, string>> = {
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  rtf: 'application/rtf',
  ...Object.fromEntries(PICTURES.map((kind) => [kind, `image/${kind}`])),
};

/** The extension in small letters without its dot; '' where the name has none. */
export function extensionOf(name: string): string {
  return splitName(name).extension.slice(1).toLowerCase();
}

export function acceptsExtension(extension: string): boolean {
  return Object.hasOwn(TYPES, extension);
}

/** Whether a name with this extension may hold this content. Without extension, the content decides. */
export function mayHold(extension: string, content: Content): boolean {
  if (extension !== '') return TYPES[extension]?.holds.includes(content) ?? false;
  return Object.values(TYPES).some(({ holds }) => holds.includes(content));
}

/** The type to store: by content if that is certain, otherwise by name. Never the type that the client claims. */
export function mediaTypeFor(name: string, { head, tail }: Ends): string {
  const content = contentOf({ head, tail });
  const certain = CONTENT_TYPES[content];
  if (certain !== undefined) return certain;
  if (content === 'office') return includes(head, 'xl/') || includes(tail, 'xl/') ? XLSX : DOCX;
  const named = TYPES[extensionOf(name)]?.mediaType;
  if (content === 'text') return named === 'text/csv' ? named : 'text/plain';
  return content === 'ole' ? (named ?? 'application/x-ole-storage') : 'application/octet-stream';
}

/** The first and the last bytes of a file: 8 KiB of each, or all there are. */
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

/** What the first bytes say. A zip that shows no office document in them is `archive`: its end may tell more. */
export function recognize(head: Uint8Array): Content {
  const known = SIGNATURES.find(([kind, signature]) => startsWith(head, signature) && !isTextual(kind, head));
  if (known) return known[0];
  if (isZip(head)) return hasOfficeParts(head) ? 'office' : 'archive';
  if (startsWith(head, 'RIFF') && latin1(head, 8, 12) === 'WEBP') return 'webp';
  if (latin1(head, 4, 8) === 'ftyp') return brandOf(head);
  // Before "%PDF-" there may be leavings of a mail or a scanner, but not another kind of file.
  const text = textOf(head);
  if (text !== undefined && looksLikePage(text)) return 'page';
  if (includes(head.subarray(0, 1024), '%PDF-')) return 'pdf';
  if (text === undefined) return 'unknown';
  if (/^\s*<\?php/i.test(text)) return 'script';
  return /^\s*(<\?xml|<!--|<!doctype svg|<svg)/i.test(text) && /<svg[\s>]/i.test(text) ? 'svg' : 'text';
}

/** What first and last bytes together say: a zip may name its parts only at its end. */
export function contentOf({ head, tail }: Ends): Content {
  const content = recognize(head);
  return content === 'archive' && isZip(head) && hasOfficeParts(tail) ? 'office' : content;
}

export function isZip(head: Uint8Array): boolean {
  return startsWith(head, 'PK\x03\x04');
}

/** Whether a zip's bytes name the parts of a document of Word or Excel; they may stand at its beginning or its end. */
function hasOfficeParts(bytes: Uint8Array): boolean {
  return ['[Content_Types].xml', 'word/', 'xl/'].some((part) => includes(bytes, part));
}

/** Signatures of two letters also begin plain words: "MZ", "BM" and the like need what no text has after them. */
function isTextual(kind: Content, head: Uint8Array): boolean {
  return (kind === 'program' || kind === 'bmp') && textOf(head) !== undefined;
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

/** The bytes as text, for looking at only; undefined where no text has such bytes. */
function textOf(head: Uint8Array): string | undefined {
  // "Unicode text" from a spreadsheet: two bytes a letter, and a mark before them.
  if (startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff')) return withoutNul(latin1(head, 2));
  if (!head.every(isInText)) return undefined;
  return latin1(head, startsWith(head, '\xef\xbb\xbf') ? 3 : 0);
}

const withoutNul = (text: string) => text.replaceAll('\0', '');

/** All but control characters; of these tab, line and page ends, and the old marks for an end and for a colour. */
function isInText(byte: number): boolean {
  return byte >= 32 || (byte >= 9 && byte <= 13) || byte === 26 || byte === 27;
}

export function includes(bytes: Uint8Array, text: string): boolean {
  return latin1(bytes).includes(text);
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return latin1(bytes, 0, signature.length) === signature;
}

function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
