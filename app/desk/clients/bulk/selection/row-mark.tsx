import { Check, Minus } from 'lucide-react';
import { classNames } from '#app/ui/class-names.ts';

interface MarkProps {
  label: string;
  isChosen: boolean;
  isPartial?: boolean;
  /** The checkboxes of rows are not: keys select the row that has the focus. */
  isTabStop?: boolean;
  /** Covers its card, for fingers. */
  isWide?: boolean;
  index?: number;
  onToggle: () => void;
}

/** A checkbox at the start of a row, in its padding. Native, because a list has many. */
export function Mark(props: MarkProps) {
  const { label, isChosen, isPartial = false, isTabStop = false, isWide = false, index, onToggle } = props;
  return (
    <label
      className={classNames(
        'absolute inset-0 z-1 flex cursor-pointer items-center select-none',
        isWide ? 'pl-3.5' : 'justify-center',
      )}
      data-mark={index}
    >
      <input
        type="checkbox"
        aria-label={label}
        // After a reload, Firefox would restore it.
        autoComplete="off"
        checked={isChosen}
        ref={(input) => {
          if (input) input.indeterminate = isPartial;
        }}
        tabIndex={isTabStop ? 0 : -1}
        onChange={onToggle}
        className="peer sr-only"
      />
      <span
        className={classNames(
          'flex items-center justify-center rounded-sm border-[1.5px] text-on-action peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          isWide ? 'size-6' : 'size-4',
          isChosen || isPartial ? 'border-action bg-action' : 'border-control bg-surface',
        )}
      >
        {isPartial ? (
          <Minus size={isWide ? 18 : 12} strokeWidth={3.5} aria-hidden />
        ) : (
          isChosen && <Check size={isWide ? 18 : 12} strokeWidth={3.5} aria-hidden />
        )}
      </span>
    </label>
  );
}
