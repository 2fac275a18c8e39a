import { Drawing, type DrawingProps } from './drawing.tsx';

/** The preparer's desk: a lamp, a stack of papers, a telephone. */
export function DeskAndLamp({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 300 230" className={className}>
      <path d="M10 186h280M34 186v30M266 186v30" />
      <path d="M52 186h52M78 186v-8M78 178 62 104l54-48" />
      <path d="M66 178h24" />
      <circle cx="62" cy="104" r="4" className="fill-surface" />
      <path d="m98 38 52 42-40 20a34 34 0 0 1-23-42Z" className="fill-accent" />
      <path d="m93 43-5-5a6 6 0 0 1 8-8l6 5" className="fill-surface" />
      <path d="M136 88a11 11 0 0 1-17 9" className="fill-surface" />
      <path d="M122 112l-6 66M158 92l46 62" strokeDasharray="1 7" />
      <path d="M126 186v-8h74v8M130 178v-8h66v8M124 170v-8h74v8" className="fill-surface" />
      <path d="M138 174h30M134 182h40M132 166h28" opacity="0.55" />
      <path d="m150 162 38-14M150 162l-5 1 3-4 38-14 2 3Z" className="fill-surface" />
      <path d="M222 186c-2-14 2-22 8-24h30c6 2 10 10 8 24Z" className="fill-surface" />
      <path
        d="M218 156c0-8 12-14 27-14s27 6 27 14v5c0 2-1 3-3 3h-9c-2 0-3-1-3-3v-5h-24v5c0 2-1 3-3 3h-9c-2 0-3-1-3-3Z"
        className="fill-surface"
      />
      <circle cx="245" cy="174" r="6" />
      <path d="M204 30h58v44h-58zM204 41h58M218 25v9M248 25v9" className="fill-surface" />
      <path d="M214 51h6M230 51h6M246 51h6M214 62h6M230 62h6" opacity="0.55" />
      <path d="m244 62 4 4 8-9" strokeWidth="2" />
    </Drawing>
  );
}
