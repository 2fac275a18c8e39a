import { classNames } from '../class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-deep';
/** Use small on dense staff pages only: it is below the 44 px of a comfortable touch target. */
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-control text-center text-balance font-semibold no-underline transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-hover pressed:bg-action-hover',
  secondary:
    'border border-control bg-surface text-ink hover:border-action hover:bg-action-soft pressed:bg-action-soft',
  quiet: 'text-link hover:bg-action-soft pressed:bg-action-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover pressed:bg-danger-hover',
  'on-deep': 'bg-gold text-on-gold hover:bg-on-deep pressed:bg-on-deep',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm',
  medium: 'min-h-11 px-5 py-2',
  large: 'min-h-13 px-7 py-3 text-[1.0625rem]',
};

/** The look of buttons, shared by Button and LinkButton. */
export function buttonStyle(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  extra?: string,
): string {
  return classNames(base, variants[variant], sizes[size], extra);
}
