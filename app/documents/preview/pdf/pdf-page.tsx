import { useEffect, useRef, useState } from 'react';
import type { Size } from '../view.ts';
import type { PageBox } from './page-layout.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdf-document.ts';

/** What every browser's canvas can hold. */
const MAX_DOTS = 16_000_000;
/** While somebody is still zooming, the old picture is stretched. */
const SETTLED_MS = 120;

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  box: PageBox;
  turns: number;
  onSize: (index: number, size: Size) => void;
}

/** One page, as sharp as the screen is, with its words for who can't see it. */
export function PdfPage({ pdf, box, turns, onSize }: PdfPageProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [isBroken, setBroken] = useState(false);
  const opened = useRef<PDFPageProxy>(null);
  const { index, scale } = box;

  useEffect(() => {
    let left = false;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(index + 1);
      opened.current = page;
      const { width, height } = page.getViewport({ scale: 1 });
      onSize(index, { width, height });
      if (left) return;
      const dots = Math.sqrt(MAX_DOTS / (width * height)) / scale;
      const sharpness = Math.min(window.devicePixelRatio || 1, dots);
      const viewport = page.getViewport({
        scale: scale * sharpness,
        rotation: (page.rotate + turns * 90) % 360,
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      canvas.className = 'size-full';
      canvas.setAttribute('aria-hidden', 'true');
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (left) return;
      holder.current?.replaceChildren(canvas);
      const { items } = await page.getTextContent();
      if (!left)
        setWords(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    };
    const timer = setTimeout(
      () => {
        draw().then(
          () => setBroken(false),
          // Leaving ends the drawing with an error of its own. The other pages may be well.
          () => !left && setBroken(true),
        );
      },
      holder.current?.firstChild ? SETTLED_MS : 0,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [pdf, index, scale, turns, onSize]);

  // What was read for a page that is out of sight is read again when it comes back.
  useEffect(() => () => void opened.current?.cleanup(), []);

  return (
    <section
      aria-label={`Page ${index + 1}`}
      className="absolute bg-code-paper shadow-float"
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div ref={holder} className="size-full overflow-hidden" />
      <p className="sr-only">{words}</p>
      {isBroken && (
        <p className="absolute inset-0 p-6 text-code-ink">This page is damaged and can’t be shown.</p>
      )}
    </section>
  );
}
