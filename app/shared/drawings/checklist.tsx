import { Drawing, type DrawingProps } from './drawing.tsx';

/** A list of papers half ticked off, and the pencil. */
export function Checklist({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 300 230" className={className}>
      <path d="M10 214h280" />
      <g transform="rotate(5 190 120)">
        <path d="M128 40h108a4 4 0 0 1 4 4v152a4 4 0 0 1-4 4H128Z" className="fill-surface" />
      </g>
      <g transform="rotate(-4 130 120)">
        <path
          d="M70 26h124a5 5 0 0 1 5 5v166a5 5 0 0 1-5 5H70a5 5 0 0 1-5-5V31a5 5 0 0 1 5-5Z"
          className="fill-surface"
        />
        <path d="M106 20h52a4 4 0 0 1 4 4v10h-60V24a4 4 0 0 1 4-4Z" className="fill-accent" />
        <path d="M82 60h16v16H82zM82 94h16v16H82zM82 128h16v16H82zM82 162h16v16H82z" />
        <path d="m85 67 5 6 11-16M85 101l5 6 11-16" strokeWidth="2.500" />
        <path
          d="M112 64h66M112 72h38M112 98h54M112 106h30M112 132h70M112 140h44M112 166h46M112 174h58"
          opacity="0.55"
        />
      </g>
      <g transform="rotate(38 236 150)">
        <path d="M230 78h14v92l-7 18-7-18Z" className="fill-surface" />
        <path d="M230 92h14M230 170h14M237 92v78" />
        <path d="M230 78v-7a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v7Z" className="fill-accent" />
        <path d="m235 183 2 5 2-5Z" fill="currentColor" />
      </g>
    </Drawing>
  );
}
