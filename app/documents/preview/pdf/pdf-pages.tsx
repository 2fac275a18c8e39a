import { Trans } from '@lingui/react/macro';
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { ZOOMED } from '../use-gestures.ts';
import type { Size, View } from '../view.ts';
import { layoutPages, pageAt, pagesBetween } from './page-layout.ts';
import type { PDFDocumentProxy } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';

export interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  /** The size of all pages until they are loaded. */
  firstPage: Size;
  view: View;
  room: Size;
  area: RefObject<HTMLElement | null>;
}

/** The pages of a PDF. Only those near the visible area are rendered. */
export function PdfPages({ pdf, firstPage, view, room, area }: PdfPagesProps) {
  const [known, setKnown] = useState<ReadonlyMap<number, Size>>(new Map([[0, firstPage]]));
  const layout = useMemo(() => {
    const sizes = Array.from({ length: pdf.numPages }, (_, i) => known.get(i) ?? firstPage);
    return layoutPages(sizes, room, view);
  }, [pdf, known, firstPage, room, view]);
  const top = useScrollTop(area);
  const learn = useCallback((index: number, size: Size) => {
    setKnown((all) => {
      const old = all.get(index);
      return old?.width === size.width && old.height === size.height ? all : new Map(all).set(index, size);
    });
  }, []);
  // Half a viewport in both directions.
  const [first, last] = pagesBetween(layout, top - room.height / 2, top + room.height * 1.5);
  const current = pageAt(layout, top + room.height / 2);

  return (
    <>
      <div
        {...{ [ZOOMED]: '' }}
        className="relative mx-auto"
        style={{ width: layout.width, height: layout.height }}
      >
        {first >= 0 &&
          layout.pages
            .slice(first, last + 1)
            .map((box) => <PdfPage key={box.index} pdf={pdf} box={box} turns={view.turns} onSize={learn} />)}
      </div>
      {pdf.numPages > 1 && (
        <p className="figures pointer-events-none sticky bottom-3 left-0 flex w-full justify-center">
          <span className="rounded-full bg-ink px-3 py-1 text-sm text-paper shadow-float">
            <Trans>
              Page {{ number: current + 1 }} of {{ count: layout.pages.length }}
            </Trans>
          </span>
        </p>
      )}
    </>
  );
}

function useScrollTop(area: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let frame = 0;
    const note = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setTop(element.scrollTop));
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      element.removeEventListener('scroll', note);
      cancelAnimationFrame(frame);
    };
  }, [area]);
  return top;
}
