/** Zoom and rotation of the preview. Not stored. */
export interface View {
  /** 1 fits the window. */
  readonly zoom: number;
  /** Quarter turns clockwise, 0 to 3. */
  readonly turns: number;
}

/** What a file can be shown with: zoom and rotation, zoom alone, or nothing. */
export type Tools = 'all' | 'zoom' | 'none';

export const FITTED: View = { zoom: 1, turns: 0 };
const MIN = 0.5;
const MAX = 8;
const STEP = 1.25;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function zoomedBy(view: View, factor: number): View {
  const zoom = Math.min(MAX, Math.max(MIN, view.zoom * factor));
  // Snaps to 1, which many small steps would miss.
  return { ...view, zoom: Math.abs(zoom - 1) < 0.02 ? 1 : zoom };
}

export const zoomedIn = (view: View): View => zoomedBy(view, STEP);
export const zoomedOut = (view: View): View => zoomedBy(view, 1 / STEP);
export const turned = (view: View): View => ({ ...view, turns: (view.turns + 1) % 4 });

export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Scales down to fit, never up. */
export function fitted(size: Size, room: Size): Size {
  const scale = Math.min(1, room.width / size.width, room.height / size.height);
  return { width: size.width * scale, height: size.height * scale };
}
