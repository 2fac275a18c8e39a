import { type PageRect, type PageShape, shownRect, shownSize } from '#domain/signing/geometry.ts';

export function place(shape: PageShape, field: PageRect) {
  const { left, top, width, height } = shownRect(shape, field);
  const size = shownSize(shape);
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(left, size.width),
    top: percent(top, size.height),
    width: percent(width, size.width),
    height: percent(height, size.height),
  };
}
