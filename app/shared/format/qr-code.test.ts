import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

/** Converts the path back into a grid of modules. */
function drawn(path: string, size: number): boolean[][] {
  const grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    grid[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return grid;
}

test.each(['https://cash.app/$nutmegtaxdemo', 'pay@nutmegtax.example'])(
  'draws every module of %s',
  (text) => {
    const { data } = encode(text, { ecc: 'M', border: 2 });
    const { path, size } = qrCode(text);
    expect(drawn(path, size)).toEqual(data);
  },
);
