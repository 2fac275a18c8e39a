/** A ref for an element that replaces the focused one: it takes the focus. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The same for the heading of a new step, which scrolls into view: it may be far above the button that was pressed. */
export function focusStep(element: HTMLElement | null): void {
  element?.focus();
}
