import { Drawing, type DrawingProps } from './drawing.tsx';

const leaves = Array.from({ length: 12 }, (_, i) => i * 30);

/** A wreath of leaves around a check mark. */
export function Seal({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 200 200" className={className}>
      <circle cx="100" cy="100" r="92" />
      <circle cx="100" cy="100" r="86" strokeDasharray="1 6" />
      <circle cx="100" cy="100" r="48" className="fill-gold" stroke="none" />
      <path d="m78 101 15 16 30-34" className="stroke-on-gold" strokeWidth="5" />
      {leaves.map((angle) => (
        <g key={angle} transform={`rotate(${angle} 100 100)`}>
          <path d="M100 46c-9-8-9-18 0-28 9 10 9 20 0 28Zm0 0V28" />
        </g>
      ))}
    </Drawing>
  );
}
