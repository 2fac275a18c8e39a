/** What floats above the page: menus and lists of choices. */
export const popoverStyle =
  'rounded-card border border-line bg-surface text-ink shadow-float outline-none entering:animate-rise';
