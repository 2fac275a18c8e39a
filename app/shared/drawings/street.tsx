import { Drawing, type DrawingProps } from './drawing.tsx';

/** A street of small shops; the green door is the office. */
export function Street({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 420 260" className={className}>
      <path d="M8 236h404" />
      <path d="M30 236V84h104v152" className="fill-surface" />
      <path d="M24 84h116M36 84l8-16h76l8 16" />
      <path d="M30 142h104l-8 20H38Z" className="fill-accent" />
      <path d="M56 142l2 20M82 142v20M108 142l-2 20" className="stroke-surface" />
      <path d="M44 176h50v60M44 176v60M102 236v-56h22v56M44 206h50" />
      <path d="M46 100h18v26H46zM74 100h18v26H74zM102 100h18v26h-18z" />
      <path d="M134 236V46h142v190" className="fill-surface" />
      <path d="M126 46h158M142 46l10-20h106l10 20M134 132h142" />
      <path d="M152 64h24v44h-24zM152 86h24M193 64h24v44h-24zM193 86h24M234 64h24v44h-24zM234 86h24" />
      <path d="M146 150h60v62h-60zM176 150v62M146 181h60" />
      <path d="M222 152h38v84h-38z" fill="currentColor" />
      <path d="M230 162h22v26h-22zM230 198h22v26h-22z" className="stroke-surface" />
      <circle cx="227" cy="193" r="2" className="fill-surface" />
      <path d="M218 152a23 23 0 0 1 46 0Z" className="fill-surface" />
      <path d="M241 129v23M241 152l-15-14M241 152l15-14" opacity="0.55" />
      <path d="M146 120h58" opacity="0.55" />
      <path d="M276 236V96h112v140" className="fill-surface" />
      <path d="M270 96h124M276 150h112M292 110h20v26h-20zM322 110h20v26h-20zM352 110h20v26h-20z" />
      <path d="M288 166h58v70M288 166v70M356 236v-68h22v68" />
      <path d="M296 220v-30h6v30zM304 220v-34h6v34zM312 220v-28h6v28zM320 220v-36h7v36zM329 220v-30l6-2 4 32z" />
      <path d="M292 220h50" />
      <path
        d="M394 236v-70M394 166c-12 0-20-9-20-22s9-30 20-34c10 4 19 20 19 34s-8 22-19 22Z"
        className="fill-surface"
      />
      <path d="M394 190l-8-10M394 180l7-9" />
    </Drawing>
  );
}
