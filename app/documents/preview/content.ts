import { splitName } from '#domain/documents/file-names.ts';
import { PreviewError } from './problem.ts';
import { type Connection, openRemote, type RemoteFile, wholeFile } from './remote-file.ts';
import type { Size } from './view.ts';

const MAX_TEXT_BYTES = 200 * 1024;
/** An image must fit into memory as a whole. */
const MAX_IMAGE_BYTES = 200 * 1024 * 1024;
/** For vector images without a size. */
const DEFAULT_VECTOR_SIZE: Size = { width: 1200, height: 1200 };

interface PictureContent {
  readonly show: 'picture';
  /** The URL of a blob, or a decoded bitmap. */
  readonly source: string | ImageBitmap;
  readonly size: Size;
}

export type Content =
  | PictureContent
  | { readonly show: 'pdf'; readonly file: RemoteFile }
  | { readonly show: 'text'; readonly text: string; readonly cutAt?: number };

/** Fetches as much of a file as the preview needs. Throws a PreviewError. */
export async function loadContent(
  name: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<Content> {
  const file = await openRemote(connection, signal);
  const type = typeOf(name, file.head);
  if (type === null) throw new PreviewError('unsupported');
  if (type === PDF) return { show: 'pdf', file };
  if (type === TEXT) {
    const shown = file.head.subarray(0, MAX_TEXT_BYTES);
    const isTruncated = file.size > shown.length;
    return {
      show: 'text',
      text: decodeText(shown, isTruncated),
      ...(isTruncated ? { cutAt: shown.length } : {}),
    };
  }
  if (file.size > MAX_IMAGE_BYTES) throw new PreviewError('too-large');
  const blob = await wholeFile(file, type, signal);
  return type === HEIC ? heic(blob, signal) : inBrowser(blob);
}

export function release(content: Content): void {
  if (content.show !== 'picture') return;
  if (typeof content.source === 'string') URL.revokeObjectURL(content.source);
  else content.source.close();
}

/** Some browsers show HEIC. For the others, loads a decoder. */
async function heic(blob: Blob, signal: AbortSignal): Promise<PictureContent> {
  const shown = await inBrowser(blob).catch(() => null);
  if (shown) return shown;
  const { decodeHeic } = await import('./heic/heic.ts').catch((error: unknown) => {
    throw new PreviewError('unavailable', { cause: error });
  });
  const bitmap = await decodeHeic(await blob.arrayBuffer(), signal);
  return { show: 'picture', source: bitmap, size: { width: bitmap.width, height: bitmap.height } };
}

/** In an <img>, the browser runs no scripts and loads no resources of an SVG. */
async function inBrowser(blob: Blob): Promise<PictureContent> {
  const source = URL.createObjectURL(blob);
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(source);
    throw new PreviewError('damaged', { cause: error });
  }
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  return { show: 'picture', source, size: size.width && size.height ? size : DEFAULT_VECTOR_SIZE };
}

const PDF = 'application/pdf';
const TEXT = 'text/plain';
const HEIC = 'image/heic';

const byExtension: Record<string, string> = {
  '.pdf': PDF,
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.heic': HEIC,
  '.heif': HEIC,
  '.txt': TEXT,
  '.csv': TEXT,
};

/** A PDF header may follow other bytes, as in other readers. */
const PDF_HEADER_WITHIN = 1024;

/**
 * The type of a file that can be shown, from its first bytes, or else from its extension. It only decides which decoder
 * gets the bytes: none of them runs code of the file.
 */
export function typeOf(name: string, head: Uint8Array): string | null {
  const start = latin1(head.subarray(0, PDF_HEADER_WITHIN));
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  if (/^BM.{4}\0\0\0\0/s.test(start)) return 'image/bmp';
  const brand = /^.{4}ftyp(.{4})/s.exec(start)?.[1];
  if (brand !== undefined) return isoImage(brand, start);
  if (start.includes('%PDF-')) return PDF;
  const type = byExtension[splitName(name).extension.toLowerCase()] ?? null;
  // Binary content with a text extension, such as a Word file.
  return type === TEXT && start.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(start) ? null : type;
}

/** Images and videos share the ISO container; its major and compatible brands tell them apart. */
function isoImage(main: string, start: string): string | null {
  const length = [...start.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
  const brands = [main, ...(start.slice(16, Math.max(length, 16)).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  return brands.some((brand) => /^(he(i[cxms]|v[cxms])|mif[12]|msf1|miaf)$/.test(brand)) ? HEIC : null;
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Decodes UTF-16 by its byte order mark, else UTF-8, else Windows-1252, which older programs wrote. */
export function decodeText(bytes: Uint8Array, isTruncated: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // With `stream`, an incomplete character at the end is left out instead of failing.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
