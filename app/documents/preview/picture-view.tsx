import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import type { PictureContent } from './content.ts';
import { ZOOMED } from './use-gestures.ts';
import { fitted, turnedSize, type View } from './view.ts';
import { Viewport } from './viewport.tsx';

const MARGIN = 16;

export interface PictureViewProps {
  name: string;
  picture: PictureContent;
  view: View;
  onZoom: (factor: number) => void;
}

/** An image, scaled to fit. It can't run code: it is an <img> or a canvas. */
export function PictureView({ name, picture, view, onZoom }: PictureViewProps) {
  const { t } = useLingui();
  return (
    <Viewport
      label={t`Picture ${name}`}
      view={view}
      onZoom={onZoom}
      className="cursor-grab active:cursor-grabbing"
    >
      {(room) => {
        const inner = { width: room.width - 2 * MARGIN, height: room.height - 2 * MARGIN };
        const fit = fitted(turnedSize(picture.size, view.turns), inner);
        const box = { width: fit.width * view.zoom, height: fit.height * view.zoom };
        const upright = turnedSize(box, view.turns);
        const style: CSSProperties = { ...upright, transform: `rotate(${view.turns * 90}deg)` };
        return (
          <div
            className="flex items-center justify-center overflow-hidden"
            style={{
              // A rounding error must not cause a scroll bar.
              width: Math.max(room.width, box.width + 2 * MARGIN) - (box.width > inner.width ? 0 : 1),
              height: Math.max(room.height, box.height + 2 * MARGIN) - (box.height > inner.height ? 0 : 1),
            }}
          >
            {picture.source instanceof ImageBitmap ? (
              <Bitmap bitmap={picture.source} name={name} style={style} />
            ) : (
              <img
                {...{ [ZOOMED]: '' }}
                src={picture.source}
                alt={name}
                draggable={false}
                className="max-w-none shrink-0"
                style={style}
              />
            )}
          </div>
        );
      }}
    </Viewport>
  );
}

function Bitmap({ bitmap, name, style }: { bitmap: ImageBitmap; name: string; style: CSSProperties }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = bitmap.width;
    element.height = bitmap.height;
    element.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      {...{ [ZOOMED]: '' }}
      ref={canvas}
      role="img"
      aria-label={name}
      className="max-w-none shrink-0"
      style={style}
    />
  );
}
