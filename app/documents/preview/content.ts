import { kindOf } from './kind.ts';
import { PreviewError } from './problem.ts';
import { type Connection, openRemote, type RemoteFile, wholeFile } from './remote-file.ts';
import { decodeText } from './text.ts';
import type { Size } from './view.ts';

const SHOWN_TEXT = 200 * 1024;
/** For a picture, all of the file must be in memory. */
const MAX_PICTURE = 200 * 1024 * 1024;
/** Vector pictures may have no size of their own. */
const VECTOR: Size = { width: 1200, height: 1200 };

export interface PictureContent {
  readonly show: 'picture';
  /** The address of a blob of this page, or what was decoded here. */
  readonly source: string | ImageBitmap;
  readonly size: Size;
}

export type Content =
  | PictureContent
  | { readonly show: 'pdf'; readonly file: RemoteFile }
  | { readonly show: 'text'; readonly text: string; readonly cutAt?: number };

/** Fetches as much of a file as it takes to show it. Throws a PreviewError that says why it can't be shown. */
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
      const shown = file.head.subarray(0, SHOWN_TEXT);
      const isOffline = file.size > shown.length;
      return {
        show: 'text',
        text: decodeText(shown, isOffline),
        ...(isOffline ? { cutAt: shown.length } : {}),
      };
    }
    default: {
      if (file.size > MAX_PICTURE) throw new PreviewError('too-large');
      const blob = await wholeFile(file, kind.show === 'heic' ? 'image/heic' : kind.type, signal);
      return kind.show === 'heic' ? heic(blob, signal) : inBrowser(blob);
    }
  }
}

/** Gives back what a content holds beside its own memory. */
export function release(content: Content): void {
  if (content.show !== 'picture') return;
  if (typeof content.source === 'string') URL.revokeObjectURL(content.source);
  else content.source.close();
}

/** Some browsers can show HEIC; for the others there is a decoder, loaded only now. */
async function heic(blob: Blob, signal: AbortSignal): Promise<PictureContent> {
  const shown = await inBrowser(blob).catch(() => null);
  if (shown) return shown;
  const { decodeHeic } = await import('./heic/heic.ts').catch((error: unknown) => {
    throw new PreviewError('unavailable', { cause: error });
  });
  const bitmap = await decodeHeic(await blob.arrayBuffer(), signal);
  return { show: 'picture', source: bitmap, size: { width: bitmap.width, height: bitmap.height } };
}

/** As an image the browser runs no script of it and loads nothing for it, vector pictures included. */
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
  return { show: 'picture', source, size: size.width && size.height ? size : VECTOR };
}
