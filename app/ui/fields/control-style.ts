/** The look of inputs and selects. */
export const controlStyle =
  'w-full min-h-12 rounded-control border border-control bg-surface px-3.5 text-base text-ink transition-colors duration-150 hover:border-ink disabled:cursor-not-allowed disabled:opacity-60 invalid:border-danger';
