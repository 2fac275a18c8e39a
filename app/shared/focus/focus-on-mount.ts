/** As a ref: what appears in place of the thing that had the focus takes it over. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
