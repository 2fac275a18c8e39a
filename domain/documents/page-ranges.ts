import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { withEnding } from './file-names.ts';
import { isTaken, nextFreeName } from './folders.ts';

/** The most pages of a PDF that is rotated, split, or joined. A broker's statement of a busy year has 300. */
export const MAX_PAGES = 500;
/** The most parts of a split, and files of a join. */
export const MAX_PARTS = 50;

/** Pages of a document, counted from 1. Both ends are included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** The parts of a document that is cut after these pages. Other numbers are left out. */
export function partsOf(cuts: Iterable<number>, pages: number): PageRange[] {
  const ends = new Set<number>([pages]);
  for (const cut of cuts) if (Number.isInteger(cut) && cut >= 1 && cut < pages) ends.add(cut);
  let from = 1;
  return [...ends]
    .sort((a, b) => a - b)
    .map((to) => {
      const part = { from, to };
      from = to + 1;
      return part;
    });
}

/** The pages after which a document is cut into these parts. */
export function cutsOf(parts: readonly PageRange[]): number[] {
  return parts.slice(0, -1).map(({ to }) => to);
}

/** "1-2, 3, 4-7", as it is typed. */
export function rangesText(parts: readonly PageRange[]): string {
  return parts.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

export type ReadRanges = { readonly parts: readonly PageRange[] } | { readonly problem: MessageDescriptor };

const MAX_TEXT = 1000;

/** Reads what `rangesText` writes. Each page must be in one part, so that no page is lost. */
export function readRanges(text: string, pages: number): ReadRanges {
  const unreadable = { problem: msg`Type page ranges, like 1-2, 3-5.` };
  if (text.length > MAX_TEXT) return unreadable;
  const parts: PageRange[] = [];
  let next = 1;
  for (const typed of text.split(',')) {
    const found = /^\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*$/.exec(typed);
    if (!found) return unreadable;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (to > pages) return { problem: msg`This document has only ${{ count: pages }} pages.` };
    if (from < next || to < from) return { problem: msg`Each page can be in one part only, in order.` };
    if (from > next) return { problem: msg`Page ${{ page: next }} is in no part.` };
    parts.push({ from, to });
    next = to + 1;
  }
  if (next <= pages) return { problem: msg`Page ${{ page: next }} is in no part.` };
  return { parts };
}

/** A name for each part that is free in the folder and among the parts: "W-2 p1-2.pdf". */
export function partNames(
  name: string,
  parts: readonly PageRange[],
  taken: readonly { readonly name: string }[],
): string[] {
  const others = [...taken];
  return parts.map((part) => {
    const wanted = withEnding(name, ` p${rangesText([part])}`);
    const free = freeName(wanted, others);
    others.push({ name: free });
    return free;
  });
}

/** The name itself, or the first free one with a number. */
export function freeName(name: string, taken: readonly { readonly name: string }[]): string {
  return isTaken(name, taken) ? nextFreeName(name, taken) : name;
}
