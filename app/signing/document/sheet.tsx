import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PageRect, type PageShape, shownRect, shownSize } from '#domain/signing/geometry.ts';
import type { Pdf } from './use-document.ts';

export const LETTER: PageShape = { x: 0, y: 0, width: 612, height: 792, rotation: 0 };
/** Sharp enough to read on a phone, and small enough for its memory. */
const MAX_WIDTH = 1600;

interface SheetProps {
  pdf: Pdf;
  /** From 1. */
  number: number;
  /** When the end of the page was on the screen. */
  onEnd?: (() => void) | undefined;
  /** What lies on the page, in shares of its size. */
  children?: (shape: PageShape) => ReactNode;
}

/** A page of a PDF as wide as its place, with its text for screen readers. Drawn when it comes near. */
export function Sheet({ pdf, number, onEnd, children }: SheetProps) {
  const { t } = useLingui();
  const holder = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState<PageShape | null>(null);
  const [words, setWords] = useState('');

  useEffect(() => {
    let isGone = false;
    void pdf.getPage(number).then(async (page) => {
      if (isGone) return;
      setShape(shapeOf(page));
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      if (!isGone) setWords(text);
    });
    return () => {
      isGone = true;
    };
  }, [pdf, number]);

  useEffect(() => {
    const element = holder.current;
    if (!element || !shape) return;
    let stop = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || element.firstChild) return;
        void draw(pdf, number, element, (cancel) => {
          stop = cancel;
        });
      },
      { rootMargin: '50%' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [pdf, number, shape]);

  const { width, height } = shownSize(shape ?? LETTER);
  return (
    <section
      aria-label={t`Page ${{ number }}`}
      className="relative bg-code-paper shadow-float"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <div ref={holder} className="absolute inset-0 overflow-hidden" />
      <p className="sr-only">{words}</p>
      {shape && children?.(shape)}
      {shape && onEnd && <End onEnd={onEnd} />}
    </section>
  );
}

export function shapeOf(page: { view: number[]; rotate: number }): PageShape {
  const [x = 0, y = 0, right = 612, top = 792] = page.view;
  const rotation = (((page.rotate % 360) + 360) % 360) as PageShape['rotation'];
  return { x, y, width: right - x, height: top - y, rotation };
}

/** Where a field lies on a sheet. */
export function place(shape: PageShape, field: PageRect) {
  const { left, top, width, height } = shownRect(shape, field);
  const size = shownSize(shape);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(left, size.width),
    top: percent(top, size.height),
    width: percent(width, size.width),
    height: percent(height, size.height),
  };
}

/** The last line of a page. */
function End({ onEnd }: { onEnd: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && end());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={line} aria-hidden className="absolute bottom-1 h-px w-full" />;
}

async function draw(
  pdf: Pdf,
  number: number,
  element: HTMLElement,
  onStarted: (cancel: () => void) => void,
): Promise<void> {
  const page = await pdf.getPage(number);
  const plain = page.getViewport({ scale: 1 });
  const wanted = Math.min(element.clientWidth * (window.devicePixelRatio || 1), MAX_WIDTH);
  const viewport = page.getViewport({ scale: wanted / plain.width });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.className = 'size-full';
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport });
  onStarted(() => task.cancel());
  // Canceled when the page is left.
  await task.promise.then(
    () => element.replaceChildren(canvas),
    () => undefined,
  );
}
