export interface HeicTask {
  readonly bytes: ArrayBuffer;
  /** The compiled decoder. */
  readonly wasm: ArrayBuffer;
}

export type HeicAnswer = { readonly bitmap: ImageBitmap } | { readonly problem: 'damaged' | 'too-large' };
