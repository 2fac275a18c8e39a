import { encode } from 'uqr';

export interface QrCode {
  /** Modules on a side, the quiet zone included. */
  size: number;
  /** The dark modules, as the path of an SVG. */
  path: string;
}

/** Only the build calls this: the page gets the finished picture and not the encoder. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const width = (end < 0 ? row.length : end) - x;
      return [`M${x} ${y}h${width}v1h-${width}z`];
    }),
  );
  return { size, path: runs.join('') };
}
