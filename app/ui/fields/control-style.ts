/** The look of inputs and selects, without their size. */
export const controlLook =
  'w-full rounded-control border border-control bg-surface text-ink transition-colors duration-150 hover:border-ink disabled:cursor-not-allowed disabled:opacity-60 invalid:border-danger';

export const controlStyle = `${controlLook} min-h-12 px-3.5 text-base`;
