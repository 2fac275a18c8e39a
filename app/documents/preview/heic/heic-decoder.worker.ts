import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import type { HeicAnswer, HeicTask } from './heic-messages.ts';

/** The part of libheif's own wrapper that is used here; its type declarations leave it out. */
interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  /** Fills in the dots, turned as the camera was held; null when they can't be read. */
  display(target: ImageData, done: (filled: ImageData | null) => void): void;
}

/** A worker knows its page by this alone: the DOM's types don't cover workers. */
interface Scope {
  onmessage: ((event: MessageEvent<HeicTask>) => void) | null;
  postMessage(message: HeicAnswer, transfer?: Transferable[]): void;
}
const scope = self as unknown as Scope;

/** Four bytes each, and then again for the picture that is shown: more than this many dots is no phone's photo. */
const MAX_DOTS = 120_000_000;
/** What the canvas of an iPhone can hold. */
const MAX_SHOWN = 16_000_000;

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
  if (width * height > MAX_DOTS) return { problem: 'too-large' };
  const filled = await new Promise<ImageData | null>((resolve) => {
    image.display(new ImageData(width, height), resolve);
  });
  if (!filled) return { problem: 'damaged' };
  const scale = Math.min(1, Math.sqrt(MAX_SHOWN / (width * height)));
  const smaller = { resizeWidth: Math.round(width * scale), resizeQuality: 'high' } as const;
  return { bitmap: await createImageBitmap(filled, scale < 1 ? smaller : {}) };
}
