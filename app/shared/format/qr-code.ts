import { encode } from 'uqr';

export interface QrCode {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules as an SVG path. */
  path: string;
}

/** Pages of the site call this on the server only, so that they contain the image and not the encoder. */
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
