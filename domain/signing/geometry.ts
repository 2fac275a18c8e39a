/** In the coordinates of the page: points, with the origin at the bottom left. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a page lies in its own coordinates, and how it is turned when it is shown. */
export interface PageShape extends PageRect {
  /** Degrees, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** On the page as it is shown: in points from its left and top edges. */
export interface ShownRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The size of the page as it is shown. */
export function shownSize({ width, height, rotation }: PageShape): { width: number; height: number } {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of the page as it is shown, in the page's coordinates. */
export function pointOnPage(page: PageShape, left: number, top: number): { x: number; y: number } {
  switch (page.rotation) {
    case 0:
      return { x: page.x + left, y: page.y + page.height - top };
    case 90:
      return { x: page.x + top, y: page.y + left };
    case 180:
      return { x: page.x + page.width - left, y: page.y + top };
    case 270:
      return { x: page.x + page.width - top, y: page.y + page.height - left };
  }
}

export function rectOnPage(page: PageShape, { left, top, width, height }: ShownRect): PageRect {
  const one = pointOnPage(page, left, top);
  const other = pointOnPage(page, left + width, top + height);
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

export function shownRect(page: PageShape, rect: PageRect): ShownRect {
  const right = page.x + page.width - rect.x - rect.width;
  const up = page.y + page.height - rect.y - rect.height;
  const [fromLeft, fromBottom] = [rect.x - page.x, rect.y - page.y];
  const { width, height } = rect;
  switch (page.rotation) {
    case 0:
      return { left: fromLeft, top: up, width, height };
    case 90:
      return { left: fromBottom, top: fromLeft, width: height, height: width };
    case 180:
      return { left: right, top: fromBottom, width, height };
    case 270:
      return { left: up, top: right, width: height, height: width };
  }
}

/** Moves a rectangle so that it lies on the page, and makes it no larger than the page. */
export function keptOnPage(page: PageShape, rect: ShownRect): ShownRect {
  const size = shownSize(page);
  const width = Math.min(rect.width, size.width);
  const height = Math.min(rect.height, size.height);
  const between = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return {
    left: between(rect.left, size.width - width),
    top: between(rect.top, size.height - height),
    width,
    height,
  };
}

/** Whether a rectangle lies on the page; a point beyond the edge is no harm. */
export function isOnPage(page: PageShape, rect: PageRect): boolean {
  const slack = 1;
  return (
    rect.x >= page.x - slack &&
    rect.y >= page.y - slack &&
    rect.x + rect.width <= page.x + page.width + slack &&
    rect.y + rect.height <= page.y + page.height + slack
  );
}
