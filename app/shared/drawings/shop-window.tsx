import { Drawing, type DrawingProps } from './drawing.tsx';

/** A website as a shop: the browser's window with an awning. */
export function ShopWindow({ className = '' }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 320 240" className={className}>
      <path d="M10 226h300" />
      <path d="M36 20h248a8 8 0 0 1 8 8v198H28V28a8 8 0 0 1 8-8Z" className="fill-surface" />
      <path d="M28 46h264" />
      <circle cx="44" cy="33" r="4" />
      <circle cx="58" cy="33" r="4" />
      <circle cx="72" cy="33" r="4" />
      <path d="M92 27h150a6 6 0 0 1 0 12H92a6 6 0 0 1 0-12Z" className="fill-paper" />
      <path d="M48 62h224l14 34H34Z" className="fill-surface" />
      <path
        d="M80 62 70 96h32l4-34ZM132 62l-2 34h30V62ZM186 62l4 34h32l-10-34ZM240 62l12 34h34l-14-34Z"
        className="fill-accent"
      />
      <path
        d="M34 96c0 9 7 14 17 14s18-5 18-14c0 9 7 14 17 14s16-5 16-14c0 9 6 14 14 14s14-5 14-14c0 9 7 14 15 14s15-5 15-14c0 9 7 14 15 14s15-5 15-14c0 9 7 14 16 14s16-5 16-14c0 9 7 14 16 14s18-5 18-14"
        className="fill-surface"
      />
      <path d="M52 128h96v72H52zM52 176h96M68 176v-18h18v18M96 176v-28h14v28M120 176v-20h16v20" />
      <path d="M172 128h92M172 142h70M172 156h82" opacity="0.55" />
      <path
        d="M172 176h64a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6h-64a6 6 0 0 1-6-6v-12a6 6 0 0 1 6-6Z"
        className="fill-accent"
      />
      <path d="M186 188h36" className="stroke-surface" />
      <path d="m252 190 6 26 6-8 10 8 4-5-10-8 9-4Z" className="fill-surface" />
    </Drawing>
  );
}
