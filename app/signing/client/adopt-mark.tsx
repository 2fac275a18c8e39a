import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { Mark } from '#domain/signing/schemas.ts';

interface AdoptMarkProps {
  title: string;
  /** The heading above says the same. */
  isTitleHidden?: boolean;
  suggested: string;
  value: Mark | null;
  onChange: (mark: Mark | null) => void;
  error?: string | undefined;
}

/** Types or draws a signature. Both count the same, so no one needs a pointer. */
export function AdoptMark(props: AdoptMarkProps) {
  const { title, isTitleHidden = false, suggested, value, onChange, error } = props;
  const { t } = useLingui();
  const [way, setWay] = useState<'typed' | 'drawn'>(value?.kind ?? 'typed');
  // What was made the other way, for a person who comes back to it.
  const other = useRef<Mark | null>(null);
  const text = value?.kind === 'typed' ? value.text : '';
  const typed = (written: string) =>
    onChange(written.trim() === '' ? null : { kind: 'typed', text: written });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className={isTitleHidden ? 'sr-only' : 'mb-2 font-semibold wrap-anywhere'}>{title}</legend>
      <RadioGroup
        label={t`How do you want to sign?`}
        inline
        error={way === 'drawn' ? error : undefined}
        options={[
          { value: 'typed', label: t`Type it` },
          { value: 'drawn', label: t`Draw it` },
        ]}
        value={way}
        onChange={(chosen) => {
          const before = other.current;
          other.current = value;
          setWay(chosen === 'drawn' ? 'drawn' : 'typed');
          onChange(before);
        }}
      />
      {way === 'typed' ? (
        <>
          <TextField
            label={<span className="sr-only">{title}</span>}
            hint={t`For example: ${{ name: suggested }}`}
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={typed}
            error={error}
          />
          {value && (
            <div className="flex h-14 items-center rounded-control border border-line bg-code-paper px-4 text-lg">
              <MarkView mark={value} />
            </div>
          )}
        </>
      ) : (
        <DrawingPad value={value?.kind === 'drawn' ? value : null} onChange={onChange} />
      )}
    </fieldset>
  );
}

const RATIO = 3;
const MAX_POINTS = 3900;
type Drawn = Extract<Mark, { kind: 'drawn' }>;

/** Draws with a finger, a pen, or the mouse. Without them, a person types the name instead. */
function DrawingPad({ value, onChange }: { value: Drawn | null; onChange: (value: Drawn | null) => void }) {
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
        <Strokes strokes={strokes} ratio={RATIO} />
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

export function MarkView({ mark }: { mark: Mark }) {
  if (mark.kind === 'typed') {
    return (
      <span className="block truncate font-display text-[1.3em] leading-none text-code-ink">{mark.text}</span>
    );
  }
  return (
    <svg viewBox={`0 0 ${1000 * mark.ratio} 1000`} className="h-full max-w-full" role="presentation">
      <Strokes {...mark} />
    </svg>
  );
}

function Strokes({ strokes, ratio }: Pick<Drawn, 'strokes' | 'ratio'>) {
  return strokes.map((stroke, index) => (
    <polyline
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move
      key={index}
      points={stroke.map((at, i) => (i % 2 === 0 ? at * ratio : at)).join(' ')}
      fill="none"
      stroke="var(--code-ink)"
      strokeWidth={25}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ));
}
