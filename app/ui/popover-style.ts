/**
 * The look of popovers: menus and option lists. A long one scrolls: otherwise it would cover its button, and lifting the
 * mouse would choose what is under it.
 */
export const popoverStyle =
  'overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-float outline-none entering:animate-rise';
