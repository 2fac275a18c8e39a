import { splitName } from '#domain/documents/file-names.ts';

export type Kind =
  | { readonly show: 'image'; readonly type: string }
  | { readonly show: 'heic' }
  | { readonly show: 'pdf' }
  | { readonly show: 'text' }
  | { readonly show: 'nothing' };

const NOTHING: Kind = { show: 'nothing' };
const image = (type: string): Kind => ({ show: 'image', type: `image/${type}` });

const byExtension: Record<string, Kind> = {
  '.pdf': { show: 'pdf' },
  '.jpg': image('jpeg'),
  '.jpeg': image('jpeg'),
  '.png': image('png'),
  '.gif': image('gif'),
  '.webp': image('webp'),
  '.avif': image('avif'),
  '.bmp': image('bmp'),
  '.svg': image('svg+xml'),
  '.heic': { show: 'heic' },
  '.heif': { show: 'heic' },
  '.txt': { show: 'text' },
  '.csv': { show: 'text' },
};

/** A PDF header may follow other bytes, as in other readers. */
const PDF_HEADER_WITHIN = 1024;

/**
 * The kind of a file, from its first bytes, or else from its extension. It only decides which decoder gets the bytes:
 * none of them runs code of the file.
 */
export function kindOf(name: string, head: Uint8Array): Kind {
  const start = latin1(head.subarray(0, PDF_HEADER_WITHIN));
  if (start.startsWith('\xff\xd8\xff')) return image('jpeg');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return image('png');
  if (/^GIF8[79]a/.test(start)) return image('gif');
  if (/^RIFF.{4}WEBP/s.test(start)) return image('webp');
  if (/^BM.{4}\0\0\0\0/s.test(start)) return image('bmp');
  const brand = /^.{4}ftyp(.{4})/s.exec(start)?.[1];
  if (brand !== undefined) return isoImage(brand, start);
  if (start.includes('%PDF-')) return { show: 'pdf' };
  const kind = byExtension[splitName(name).extension.toLowerCase()] ?? NOTHING;
  // Binary content with a text extension, such as a Word file.
  return kind.show === 'text' && start.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(start) ? NOTHING : kind;
}

/** Images and videos share the ISO container; its major and compatible brands tell them apart. */
function isoImage(main: string, start: string): Kind {
  const length = [...start.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
  const brands = [main, ...(start.slice(16, Math.max(length, 16)).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return image('avif');
  return brands.some((brand) => /^(he(i[cxms]|v[cxms])|mif[12]|msf1|miaf)$/.test(brand))
    ? { show: 'heic' }
    : NOTHING;
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
