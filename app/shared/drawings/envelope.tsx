import { Drawing, type DrawingProps } from './drawing.tsx';

/** An envelope with the finished return coming out of it. */
export function Envelope({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 300 230" className={className}>
      <path d="M10 214h280" />
      <path d="M56 108 150 44l94 64v106H56Z" className="fill-surface" />
      <g transform="rotate(-5 130 100)">
        <path d="M84 26h100v130H84z" className="fill-surface" />
        <path d="M96 42h44M96 54h72M96 64h60" opacity="0.55" />
      </g>
      <g transform="rotate(4 170 96)">
        <path d="M112 16h104v146H112z" className="fill-surface" />
        <path d="M124 34h36M124 50h80M124 61h80M124 72h52" opacity="0.55" />
        <path d="M124 90h80M124 104h80M164 84v26" />
        <path d="m182 30 6 6 11-13" strokeWidth="2.500" />
      </g>
      <path d="m56 108 94 66 94-66v106H56Z" className="fill-surface" />
      <path d="m56 214 68-58M244 214l-68-58" />
      <circle cx="150" cy="176" r="17" className="fill-accent" />
      <path
        d="M150 185c0-10 3-15 9-18-1 9-3 14-9 18Zm0 0c0-7-3-12-8-14 0 7 2 12 8 14Z"
        className="stroke-surface"
      />
    </Drawing>
  );
}
