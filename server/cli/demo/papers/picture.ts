import { dotsOf, GLYPH, spelled } from './glyphs.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** RGB pixels in rows, three bytes each. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export function blank(width: number, height: number, color: Color): Picture {
  const picture = { width, height, pixels: new Uint8Array(width * height * 3) };
  fill(picture, 0, 0, width, height, color);
  return picture;
}

export function fill(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  wide: number,
  high: number,
  color: Color,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + high); row++) {
    for (let column = Math.max(0, x); column < Math.min(width, x + wide); column++) {
      pixels.set(color, (row * width + column) * 3);
    }
  }
}

export function frame(picture: Picture, x: number, y: number, wide: number, high: number, color: Color) {
  fill(picture, x, y, wide, 2, color);
  fill(picture, x, y + high - 2, wide, 2, color);
  fill(picture, x, y, 2, high, color);
  fill(picture, x + wide - 2, y, 2, high, color);
}

export function write(picture: Picture, x: number, y: number, scale: number, words: string, color: Color) {
  [...spelled(words)].forEach((letter, at) => {
    for (const [column, row] of dotsOf(letter)) {
      const left = x + (at * GLYPH.advance + column) * scale;
      fill(picture, left, y + row * scale, scale, scale, color);
    }
  });
}

const DESK: Color = [122, 88, 60];

/** A photo of the paper on a desk: slightly rotated, lit from one side. */
export function photographed(paper: Picture, angle: number): Picture {
  const width = paper.width + 120;
  const height = paper.height + 120;
  const photo = blank(width, height, DESK);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = [x - width / 2, y - height / 2];
      const source = {
        x: fromX * cos + fromY * sin + paper.width / 2,
        y: fromY * cos - fromX * sin + paper.height / 2,
      };
      const light = 0.82 + 0.2 * (x / width) - 0.06 * (y / height);
      const grain = Math.sin(x * 0.05 + Math.sin(y * 0.35) * 2) * 5;
      const place = (y * width + x) * 3;
      for (let part = 0; part < 3; part++) {
        const color = between(paper, source.x, source.y, part) ?? (DESK[part] ?? 0) + grain;
        photo.pixels[place + part] = Math.max(0, Math.min(255, color * light));
      }
    }
  }
  return photo;
}

/** Interpolates the color between four pixels; undefined outside the paper. */
function between({ width, height, pixels }: Picture, x: number, y: number, part: number): number | undefined {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return undefined;
  const [right, down] = [x - left, y - top];
  const at = (column: number, row: number) => pixels[(row * width + column) * 3 + part] ?? 0;
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  );
}
