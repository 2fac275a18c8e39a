import type { Mark } from '#domain/signing/schemas.ts';

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

type Drawn = Extract<Mark, { kind: 'drawn' }>;

export function Strokes({ strokes, ratio }: Pick<Drawn, 'strokes' | 'ratio'>) {
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
