import type { Page } from '@playwright/test';

/** WCAG 1.4.10: a narrow phone, and a window of 1280 x 1024 px at 400 %. */
export const narrowScreens = {
  '320 px': { width: 320, height: 640 },
  '400 %': { width: 320, height: 256 },
} as const;

/** The part of a short window that fixed bars may cover. */
const MAX_BARS = 1 / 3;

/** Elements that are wider than the window, are cut off at its sides, or take room from what scrolls. */
export async function reflowProblems(page: Page): Promise<string[]> {
  const { scrollWidth, width, cut, bars } = await page.evaluate(lookAtLayout);
  return [
    ...(scrollWidth > width ? [`the page is ${scrollWidth} px wide in a window of ${width} px`] : []),
    ...cut.map((text) => `"${text}" is cut off at the side`),
    ...(bars > MAX_BARS ? [`bars that stay in sight take ${Math.round(bars * 100)} % of the window`] : []),
  ];
}

/** WCAG 2.4.7 and 2.4.11: elements that take the focus but don't show it, or that are covered. */
export async function focusProblems(page: Page): Promise<string[]> {
  // From here on, the page treats the focus as coming from the keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(walkFocus);
}

/* The two functions below run in the page and can't use anything from this file. */

function lookAtLayout() {
  const { clientWidth: width, clientHeight: height, scrollWidth } = document.documentElement;
  const scrollsSideways = (element: Element) => {
    const { overflowX } = getComputedStyle(element);
    return overflowX === 'auto' || overflowX === 'scroll';
  };
  const isVisuallyHidden = (element: Element) => {
    const { clipPath, clip, opacity, visibility } = getComputedStyle(element);
    return clipPath !== 'none' || clip !== 'auto' || opacity === '0' || visibility === 'hidden';
  };
  const someAncestor = (element: Element, test: (one: Element) => boolean): boolean => {
    for (let one: Element | null = element; one && one !== document.documentElement; one = one.parentElement)
      if (test(one)) return true;
    return false;
  };

  const cut: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!parent || !text.textContent?.trim()) continue;
    range.selectNodeContents(text);
    const { left, right, width: textWidth } = range.getBoundingClientRect();
    if (textWidth === 0 || (left >= -1 && right <= width + 1)) continue;
    // An ellipsis shows that there is more; text that scrolls can be read.
    const isIntended = (one: Element) =>
      isVisuallyHidden(one) || scrollsSideways(one) || getComputedStyle(one).textOverflow === 'ellipsis';
    if (!someAncestor(parent, isIntended)) cut.push(text.textContent.trim().slice(0, 60));
  }

  const staysPut = (element: Element) => {
    const { position } = getComputedStyle(element);
    return position === 'fixed' || position === 'sticky';
  };
  const isDialog = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
  window.scrollTo(0, document.documentElement.scrollHeight / 2);
  let covered = 0;
  const steps = 16;
  for (let i = 0; i < steps; i++) {
    const hit = document.elementFromPoint(width / 2, ((i + 0.5) * height) / steps);
    if (hit && someAncestor(hit, staysPut)) covered += 1;
  }
  window.scrollTo(0, 0);
  return { scrollWidth, width, cut, bars: isDialog ? 0 : covered / steps };
}

async function walkFocus(): Promise<string[]> {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const root: ParentNode = dialogs[dialogs.length - 1] ?? document;
  const candidates = root.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
  );
  const style = (element: Element) => {
    const s = getComputedStyle(element);
    const after = getComputedStyle(element, '::after');
    return [
      after.content === 'none' ? '' : `${after.outlineStyle} ${after.outlineWidth}`,
      s.outlineStyle === 'none' ? '' : `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor}`,
      s.boxShadow,
      s.borderColor,
      s.backgroundColor,
      s.textDecorationThickness,
      s.translate,
    ].join('|');
  };
  /** The element, what is drawn for it (a label around a hidden box), and its contents. */
  const drawn = (element: HTMLElement) => [
    element,
    ...(element.closest('label') ? [element.closest('label') as HTMLElement] : []),
    ...(element.closest('label') ?? element).querySelectorAll('*'),
    ...(element.parentElement ? [element.parentElement] : []),
  ];
  const nameOf = (element: HTMLElement) => {
    const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''} "${text.slice(0, 50)}"`;
  };
  const nextTask = () => new Promise((resolve) => setTimeout(resolve));
  const problems: string[] = [];

  for (const element of candidates) {
    if (
      element.tabIndex < 0 ||
      element.matches(':disabled') ||
      element.closest('[inert], [aria-hidden=true]')
    )
      continue;
    if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) continue;
    // Frames show the focus on their contents.
    if (element instanceof HTMLIFrameElement) continue;
    // First it is checked without the focus, which a list, a toolbar or a dialog may have given to it.
    if (element === document.activeElement) {
      const usable = (one: HTMLElement) =>
        one !== element && one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility();
      [...candidates].find(usable)?.focus();
      // It is the only one in its dialog, which gives it the focus again in the next frame.
      if (element === document.activeElement) element.blur();
      await nextTask();
    }
    const blurred = drawn(element).map(style).join('\n');
    element.focus();
    await nextTask();
    // A list passes the focus to one of its rows.
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) {
      if (element.isConnected) problems.push(`${nameOf(element)} does not keep the focus`);
      continue;
    }
    if (focused === element && drawn(element).map(style).join('\n') === blurred)
      problems.push(`${nameOf(element)} does not show that it has the focus`);
    const place = (focused.closest('label') ?? focused).getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const left = Math.max(place.left, 0);
    const right = Math.min(place.right, innerWidth);
    const top = Math.max(place.top, 0);
    const bottom = Math.min(place.bottom, innerHeight);
    let seen = false;
    for (let x = 1; x < 8 && !seen; x++)
      for (let y = 1; y < 8 && !seen; y++) {
        const hit = document.elementFromPoint(
          left + ((right - left) * x) / 8,
          top + ((bottom - top) * y) / 8,
        );
        const own = focused.closest('label') ?? focused;
        seen = right > left && bottom > top && hit !== null && (own.contains(hit) || hit.contains(own));
      }
    if (!seen) problems.push(`${nameOf(focused)} has the focus and can't be seen`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  window.scrollTo(0, 0);
  return problems;
}
