import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, useRef } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import type { Mark } from '#domain/signing/marks.ts';

const RATIO = 3;
const MAX_POINTS = 3900;
type Drawn = Extract<Mark, { kind: 'drawn' }>;

interface DrawingPadProps {
  value: Drawn | null;
  onChange: (value: Drawn | null) => void;
}

/** Draws with a finger, a pen, or the mouse. Without them, a person types the name instead. */
export function DrawingPad({ value, onChange }: DrawingPadProps) {
  const { t } = useLingui();
  const isDrawing = useRef(false);
  const strokes = value?.strokes ?? [];

  function add(event: PointerEvent<SVGSVGElement>, isNew: boolean): void {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, size: number) => Math.round(Math.min(Math.max(at / size, 0), 1) * 1000);
    const point = [share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height)];
    const last = strokes.at(-1) ?? [];
    const count = strokes.reduce((sum, one) => sum + one.length, 0);
    if (count > MAX_POINTS || last.length > 1990) return;
    const next = isNew ? [...strokes, point] : [...strokes.slice(0, -1), [...last, ...point]];
    onChange({ kind: 'drawn', ratio: RATIO, strokes: next });
  }

  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={strokes.length > 0 ? t`Your drawn signature` : t`Draw your signature here`}
        viewBox={`0 0 ${1000 * RATIO} 1000`}
        className="w-full touch-none rounded-control border-[1.5px] border-control bg-code-paper"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isDrawing.current = true;
          add(event, true);
        }}
        onPointerMove={(event) => isDrawing.current && add(event, false)}
        onPointerUp={() => {
          isDrawing.current = false;
        }}
      >
        {strokes.map((stroke, index) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move
            key={index}
            points={stroke.map((at, i) => (i % 2 === 0 ? at * RATIO : at)).join(' ')}
            fill="none"
            stroke="var(--code-ink)"
            strokeWidth={25}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          isDisabled={strokes.length === 0}
          onPress={() =>
            onChange(
              strokes.length > 1 ? { kind: 'drawn', ratio: RATIO, strokes: strokes.slice(0, -1) } : null,
            )
          }
        >
          <Trans>Undo the last line</Trans>
        </Button>
        <Button variant="quiet" isDisabled={strokes.length === 0} onPress={() => onChange(null)}>
          <Trans>Clear</Trans>
        </Button>
      </div>
    </div>
  );
}
