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

/** Where a PDF may begin: readers allow some rubbish before it. */
const PDF_WITHIN = 1024;

/**
 * How a file is shown, from its first bytes; where they say nothing, from its name. A photo called .pdf is still
 * a photo. What is shown can't run in any case: this decides only which decoder gets the bytes.
 */
export function kindOf(name: string, head: Uint8Array): Kind {
  const start = latin1(head.subarray(0, PDF_WITHIN));
  if (start.startsWith('\xff\xd8\xff')) return image('jpeg');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return image('png');
  if (/^GIF8[79]a/.test(start)) return image('gif');
  if (/^RIFF.{4}WEBP/s.test(start)) return image('webp');
  if (/^BM.{4}\0\0\0\0/s.test(start)) return image('bmp');
  const brand = /^.{4}ftyp(.{4})/s.exec(start)?.[1];
  if (brand !== undefined) return isoImage(brand, start);
  if (start.includes('%PDF-')) return { show: 'pdf' };
  const kind = byExtension[splitName(name).extension.toLowerCase()] ?? NOTHING;
  // A Word file called .txt is no text.
  return kind.show === 'text' && start.includes('\0') && !/^(\xff\xfe|\xfe\xff)/.test(start) ? NOTHING : kind;
}

/** Pictures and films share a container; the brands, the main one and the compatible ones, tell them apart. */
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
