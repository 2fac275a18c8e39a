import { kindOf } from './kind.ts';
import { PreviewError } from './problem.ts';
import { type Connection, openRemote, type RemoteFile, wholeFile } from './remote-file.ts';
import { decodeText } from './text.ts';
import type { Size } from './view.ts';

const MAX_TEXT_BYTES = 200 * 1024;
/** An image must fit into memory as a whole. */
const MAX_IMAGE_BYTES = 200 * 1024 * 1024;
/** For vector images without a size. */
const DEFAULT_VECTOR_SIZE: Size = { width: 1200, height: 1200 };

export interface PictureContent {
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
  const kind = kindOf(name, file.head);
  switch (kind.show) {
    case 'nothing':
      throw new PreviewError('unsupported');
    case 'pdf':
      return { show: 'pdf', file };
    case 'text': {
      const shown = file.head.subarray(0, MAX_TEXT_BYTES);
      const isTruncated = file.size > shown.length;
      return {
        show: 'text',
        text: decodeText(shown, isTruncated),
        ...(isTruncated ? { cutAt: shown.length } : {}),
      };
    }
    default: {
      if (file.size > MAX_IMAGE_BYTES) throw new PreviewError('too-large');
      const blob = await wholeFile(file, kind.show === 'heic' ? 'image/heic' : kind.type, signal);
      return kind.show === 'heic' ? heic(blob, signal) : inBrowser(blob);
    }
  }
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
