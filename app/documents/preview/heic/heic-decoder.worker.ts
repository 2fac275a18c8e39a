import createLibheif from 'libheif-js/libheif-wasm/libheif.js';

export interface HeicTask {
  readonly bytes: ArrayBuffer;
  /** The compiled decoder. */
  readonly wasm: ArrayBuffer;
}

export type HeicAnswer = { readonly bitmap: ImageBitmap } | { readonly problem: 'damaged' | 'too-large' };

/** The part of libheif's API that is used. Its type declarations lack it. */
interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Decodes the pixels in their display orientation; null on failure. */
  display(target: ImageData, done: (filled: ImageData | null) => void): void;
}

/** The global scope: the DOM types don't cover workers. */
interface Scope {
  onmessage: ((event: MessageEvent<HeicTask>) => void) | null;
  postMessage(message: HeicAnswer, transfer?: Transferable[]): void;
}
const scope = self as unknown as Scope;

/** Larger than any phone's photo. Each pixel takes eight bytes. */
const MAX_PIXELS = 120_000_000;
/** The limit of a canvas on an iPhone. */
const MAX_CANVAS_PIXELS = 16_000_000;

scope.onmessage = async ({ data }) => {
  const answer = await decode(data).catch((): HeicAnswer => ({ problem: 'damaged' }));
  scope.postMessage(answer, 'bitmap' in answer ? [answer.bitmap] : []);
};

async function decode({ bytes, wasm }: HeicTask): Promise<HeicAnswer> {
  const libheif = createLibheif({ wasmBinary: wasm }) as unknown as Libheif;
  const images = new libheif.HeifDecoder().decode(new Uint8Array(bytes));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return { problem: 'damaged' };
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PIXELS) return { problem: 'too-large' };
  const filled = await new Promise<ImageData | null>((resolve) => {
    image.display(new ImageData(width, height), resolve);
  });
  if (!filled) return { problem: 'damaged' };
  const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const smaller = { resizeWidth: Math.round(width * scale), resizeQuality: 'high' } as const;
  return { bitmap: await createImageBitmap(filled, scale < 1 ? smaller : {}) };
}
