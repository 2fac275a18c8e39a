import { type Size, turnedSize, type View } from '../view.ts';

export interface PageBox extends Size {
  /** 0-based. */
  readonly index: number;
  readonly left: number;
  readonly top: number;
  /** CSS pixels per unit of the page. */
  readonly scale: number;
}

export interface PageLayout extends Size {
  readonly pages: readonly PageBox[];
}

const GAP = 16;
/** The largest scale at zoom 1, for wide screens. */
const MAX_FIT_SCALE = 1.6;

/** The positions of the pages, from top to bottom. The gaps are zoomed, too. */
export function layoutPages(sizes: readonly Size[], room: Size, { zoom, turns }: View): PageLayout {
  const turnedSizes = sizes.map((size) => turnedSize(size, turns));
  const inner = Math.max(100, room.width - 2 * GAP);
  const gap = GAP * zoom;
  const widths = turnedSizes.map((size) => Math.min(size.width * MAX_FIT_SCALE, inner) * zoom);
  const width = widths.reduce((widest, page) => Math.max(widest, page), 0) + 2 * gap;
  let top = gap;
  const pages = turnedSizes.map((size, index) => {
    const pageWidth = widths[index] ?? 0;
    const scale = pageWidth / size.width;
    const box = {
      index,
      left: (width - pageWidth) / 2,
      top,
      width: pageWidth,
      height: size.height * scale,
      scale,
    };
    top += box.height + gap;
    return box;
  });
  return { pages, width, height: Math.max(top, 0) };
}

/** The first and last page between two positions; both -1 for none. */
export function pagesBetween({ pages }: PageLayout, from: number, to: number): [first: number, last: number] {
  const first = pages.findIndex((page) => page.top + page.height >= from);
  const last = pages.findLastIndex((page) => page.top <= to);
  return first === -1 || last < first ? [-1, -1] : [first, last];
}

/** The 0-based page at a position. */
export function pageAt({ pages }: PageLayout, middle: number): number {
  return Math.max(
    0,
    pages.findLastIndex((page) => page.top <= middle),
  );
}
