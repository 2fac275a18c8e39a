import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Size } from '../view.ts';
import type { PageBox } from './page-layout.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdf-document.ts';

/** The canvas limit of all browsers. */
const MAX_CANVAS_PIXELS = 16_000_000;
/** During zooming, the old canvas is stretched. */
const DRAW_AFTER_MS = 120;

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  box: PageBox;
  turns: number;
  onSize: (index: number, size: Size) => void;
}

/** One page at the resolution of the screen, with its text for screen readers. */
export function PdfPage({ pdf, box, turns, onSize }: PdfPageProps) {
  const { t } = useLingui();
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
      const dots = Math.sqrt(MAX_CANVAS_PIXELS / (width * height)) / scale;
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
          // Canceling throws, too. The other pages may be fine.
          () => !left && setBroken(true),
        );
      },
      holder.current?.firstChild ? DRAW_AFTER_MS : 0,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [pdf, index, scale, turns, onSize]);

  // Frees the memory of a page that is out of view.
  useEffect(() => () => void opened.current?.cleanup(), []);

  return (
    <section
      aria-label={t`Page ${{ number: index + 1 }}`}
      className="absolute bg-code-paper shadow-float"
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      <div ref={holder} className="size-full overflow-hidden" />
      <p className="sr-only">{words}</p>
      {isBroken && (
        <p className="absolute inset-0 p-6 text-code-ink">{t`This page is damaged, so we can’t show it.`}</p>
      )}
    </section>
  );
}
