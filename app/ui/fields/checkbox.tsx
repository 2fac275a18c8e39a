import { Check, Minus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox';
import { classNames } from '../class-names.ts';

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> {
  children?: ReactNode;
  /** Smaller on wide screens, for staff pages. */
  dense?: boolean;
  className?: string;
  ref?: Ref<HTMLLabelElement>;
}

/** With text, the whole row is clickable. In a list, pass slot="selection" and an aria-label. */
export function Checkbox({ children, dense = false, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...rest}
      className={classNames(
        // Positioned, because its hidden input would otherwise not scroll with it.
        'group relative inline-flex cursor-pointer items-center gap-3 disabled:cursor-not-allowed disabled:opacity-55',
        // The focus ring surrounds only the box.
        'min-h-11 min-w-11 outline-none',
        dense && 'lg:min-h-[36px] lg:min-w-[36px]',
        !children && 'justify-center',
        className,
      )}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="flex size-[1.375rem] shrink-0 items-center justify-center rounded-sm border-[1.5px] border-control bg-surface text-on-action transition-colors duration-150 group-focus-visible:outline-3 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-selected:border-action group-selected:bg-action group-indeterminate:border-action group-indeterminate:bg-action group-invalid:border-danger">
            {isIndeterminate ? (
              <Minus size={16} strokeWidth={3} aria-hidden />
            ) : (
              isSelected && <Check size={16} strokeWidth={3} aria-hidden />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
