import type { Mark } from '#domain/signing/marks.ts';

export function MarkView({ mark }: { mark: Mark }) {
  if (mark.kind === 'typed') {
    return (
      <span className="block truncate font-display text-[1.3em] leading-none text-code-ink">{mark.text}</span>
    );
  }
  return (
    <svg viewBox={`0 0 ${1000 * mark.ratio} 1000`} className="h-full max-w-full" role="presentation">
      {mark.strokes.map((stroke, index) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move
          key={index}
          points={pointsOf(stroke, mark.ratio)}
          fill="none"
          stroke="var(--code-ink)"
          strokeWidth={25}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}

function pointsOf(stroke: readonly number[], ratio: number): string {
  const points: string[] = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push(`${(stroke[i] ?? 0) * ratio},${stroke[i + 1]}`);
  return points.join(' ');
}
