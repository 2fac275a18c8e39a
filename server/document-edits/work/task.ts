import type { PageRange } from '#domain/documents/page-ranges.ts';
import type { DocumentEditCode } from '../errors.ts';

/** A quarter turn clockwise, once to three times. */
export type Turns = 1 | 2 | 3;

/** A page that is one picture, a JPEG that is the right way up. */
export interface PicturePage {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

export type Source = { pdf: Uint8Array } | { picture: PicturePage };

/** What the worker does with PDFs. */
export type Task =
  | { act: 'rotate'; pdf: Uint8Array; turns: Turns }
  | { act: 'split'; pdf: Uint8Array; parts: readonly PageRange[] }
  | { act: 'join'; sources: readonly Source[] };

export type Answer = { files: Uint8Array[] } | { problem: DocumentEditCode; cause: string };
