export const coarsePointer = '(pointer: coarse)';

/** Whether the finger is what this device is used with: a phone or a tablet, most likely with a camera. */
export function isTouchScreen(): boolean {
  return typeof window !== 'undefined' && window.matchMedia(coarsePointer).matches;
}
