import { Drawing, type DrawingProps } from './drawing.tsx';

/** The nutmeg on its branch. */
export function Sprig({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 240 240" className={className}>
      <path d="M18 70C62 40 118 40 168 66c18 9 34 22 48 40" />
      <path d="M62 52c-14-20-38-30-56-26 8 18 30 30 56 26ZM62 52C46 42 30 34 10 28" />
      <path d="M104 46c4-24 24-42 50-44 0 26-22 44-50 44ZM104 46c14-18 30-32 46-42" />
      <path d="M186 78c10-20 32-30 52-26-6 20-28 32-52 26ZM186 78c16-12 32-20 48-24" />
      <path d="M176 72c18 20 20 48 6 70-18-18-22-48-6-70ZM176 72c6 24 8 46 6 66" />
      <path d="M112 47c2 14 2 24-1 36" />
      <path
        d="M110 84c-34 0-58 30-58 68 0 40 24 70 58 70s58-30 58-70c0-38-24-68-58-68Z"
        className="fill-surface"
      />
      <path
        d="M110 84c-14 18-22 42-22 70 0 26 8 50 22 68 14-18 22-42 22-68 0-28-8-52-22-70Z"
        className="fill-accent"
      />
      <path
        d="M110 92c-6 12 8 20 2 34s-14 14-8 30 14 14 8 30-4 16-2 26M98 120c4 8 2 14-4 20M124 124c-6 10-2 18 4 26M97 176c6 4 8 10 6 18M125 172c-4 6-6 10-4 18"
        className="stroke-surface"
      />
    </Drawing>
  );
}
