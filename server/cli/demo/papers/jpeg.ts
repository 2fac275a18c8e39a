import type { Picture } from './picture.ts';

/**
 * A baseline JPEG encoder. All Huffman codes have the same length (4 bits for DC categories, 8 bits for AC run and
 * category). Files are twice as large as a camera's, but every decoder can read them.
 */
export function jpeg(picture: Picture): Buffer {
  const { width, height } = picture;
  const size = (value: number) => [value >> 8, value & 255];
  const parts = [1, 2, 3];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array<number>(64).fill(STEP)]),
    segment(0xc0, [8, ...size(height), ...size(width), 3, ...parts.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, ...lengths(4, CATEGORIES.length), ...CATEGORIES]),
    segment(0xc4, [0x10, ...lengths(8, RUNS.length), ...RUNS]),
    segment(0xda, [3, ...parts.flatMap((id) => [id, 0x00]), 0, 63, 0]),
    scan(picture),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const STEP = 14;
const CATEGORIES = Array.from({ length: 12 }, (_, category) => category);
/** The AC symbols: end of block, 16 zeros, and each run of up to 15 zeros with each category. */
const RUNS = [
  0x00,
  0xf0,
  ...Array.from({ length: 160 }, (_, at) => (Math.floor(at / 10) << 4) | ((at % 10) + 1)),
];
const codeOfRun = new Map(RUNS.map((run, code) => [run, code]));

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
}

function lengths(bits: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, at) => (at + 1 === bits ? count : 0));
}

const zigzag = Array.from({ length: 64 }, (_, at) => at).sort((a, b) => rank(a) - rank(b));
function rank(at: number): number {
  const [row, column] = [at >> 3, at & 7];
  const diagonal = row + column;
  return diagonal * 8 + (diagonal % 2 === 0 ? column : row);
}

const cosines = Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [at >> 3, at & 7];
  const scale = frequency === 0 ? Math.SQRT1_2 : 1;
  return (scale / 2) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
});

function scan(picture: Picture): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let count = 0;
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--) {
      held = (held << 1) | ((value >> bit) & 1);
      if (++count < 8) continue;
      bytes.push(held);
      // Escapes a byte that would look like a marker.
      if (held === 255) bytes.push(0);
      held = 0;
      count = 0;
    }
  };
  const putNumber = (value: number, category: number) =>
    put(value < 0 ? value + (1 << category) - 1 : value, category);

  const before = [0, 0, 0];
  for (let top = 0; top < picture.height; top += 8) {
    for (let left = 0; left < picture.width; left += 8) {
      for (let part = 0; part < 3; part++) {
        const block = transformed(blockOf(picture, left, top, part));
        const [first = 0] = block;
        const change = first - (before[part] ?? 0);
        before[part] = first;
        put(categoryOf(change), 4);
        putNumber(change, categoryOf(change));
        let zeros = 0;
        for (let at = 1; at < 64; at++) {
          const value = block[at] ?? 0;
          if (value === 0) {
            zeros++;
            continue;
          }
          for (; zeros > 15; zeros -= 16) put(codeOfRun.get(0xf0) ?? 0, 8);
          const category = categoryOf(value);
          put(codeOfRun.get((zeros << 4) | category) ?? 0, 8);
          putNumber(value, category);
          zeros = 0;
        }
        if (zeros > 0) put(codeOfRun.get(0x00) ?? 0, 8);
      }
    }
  }
  while (count > 0) put(1, 1);
  return Buffer.from(bytes);
}

const categoryOf = (value: number) => 32 - Math.clz32(Math.abs(value));

/** One channel of an 8 x 8 block. Beyond the edge, the last pixels are repeated. */
function blockOf({ width, height, pixels }: Picture, left: number, top: number, part: number): Float64Array {
  const block = new Float64Array(64);
  for (let at = 0; at < 64; at++) {
    const row = Math.min(height - 1, top + (at >> 3));
    const column = Math.min(width - 1, left + (at & 7));
    const place = (row * width + column) * 3;
    const [red = 0, green = 0, blue = 0] = pixels.subarray(place, place + 3);
    block[at] =
      part === 0
        ? 0.299 * red + 0.587 * green + 0.114 * blue - 128
        : part === 1
          ? -0.1687 * red - 0.3313 * green + 0.5 * blue
          : 0.5 * red - 0.4187 * green - 0.0813 * blue;
  }
  return block;
}

/** The discrete cosine transform, quantized, in zigzag order. */
function transformed(block: Float64Array): number[] {
  const rows = new Float64Array(64);
  for (let at = 0; at < 64; at++) {
    const [row, frequency] = [at >> 3, at & 7];
    let sum = 0;
    for (let x = 0; x < 8; x++) sum += (block[row * 8 + x] ?? 0) * (cosines[frequency * 8 + x] ?? 0);
    rows[at] = sum;
  }
  return zigzag.map((at) => {
    const [frequency, column] = [at >> 3, at & 7];
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += (rows[y * 8 + column] ?? 0) * (cosines[frequency * 8 + y] ?? 0);
    return Math.round(sum / STEP);
  });
}
