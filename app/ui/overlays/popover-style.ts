/** The look of popovers: menus and option lists. */
export const popoverStyle =
  'rounded-card border border-line bg-surface text-ink shadow-float outline-none entering:animate-rise';
