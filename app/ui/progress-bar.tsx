import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import { classNames } from './class-names.ts';

export interface ProgressBarProps {
  label: string;
  /** 0 to 100; left out while nobody knows. */
  value?: number;
  /** Shown at the right instead of the percentage. */
  detail?: string;
  tone?: 'action' | 'danger';
  hideLabel?: boolean;
  className?: string;
}

export function ProgressBar({
  label,
  value,
  detail,
  tone = 'action',
  hideLabel = false,
  className,
}: ProgressBarProps) {
  const known = value !== undefined;
  return (
    <AriaProgressBar
      {...(known ? { value } : { isIndeterminate: true })}
      aria-label={label}
      className={classNames('flex flex-col gap-1.5', className)}
    >
      {({ percentage, valueText }) => (
        <>
          {!hideLabel && (
            <div className="flex justify-between gap-4 text-sm">
              <span className="min-w-0 truncate">{label}</span>
              <span className="figures shrink-0 text-muted">{detail ?? (known ? valueText : '')}</span>
            </div>
          )}
          <svg className="h-2 w-full rounded-full bg-line" aria-hidden="true">
            <rect
              height="100%"
              rx="4"
              width={known ? `${percentage ?? 0}%` : '35%'}
              className={classNames(
                'transition-[width] duration-200',
                tone === 'danger' ? 'fill-danger' : 'fill-action',
                !known && 'animate-pulse',
              )}
            />
          </svg>
        </>
      )}
    </AriaProgressBar>
  );
}
