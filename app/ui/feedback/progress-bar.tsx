import { classNames } from '../class-names.ts';

export interface ProgressBarProps {
  label: string;
  /** 0 to 100. Undefined while unknown. */
  value?: number;
  /** Shown at the right instead of the percentage. */
  detail?: string;
  hideLabel?: boolean;
  className?: string;
}

/** Uses no library, because public pages show it too. */
export function ProgressBar({ label, value, detail, hideLabel = false, className }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.min(100, Math.max(0, value));
  const text = percent === undefined ? undefined : `${Math.round(percent)}%`;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={classNames('flex flex-col gap-1.5', className)}
    >
      {!hideLabel && (
        <div className="flex justify-between gap-4 text-sm">
          <span className="min-w-0 truncate">{label}</span>
          <span className="figures shrink-0 text-muted">{detail ?? text}</span>
        </div>
      )}
      <svg className="h-2 w-full rounded-full bg-line" aria-hidden="true">
        <rect
          height="100%"
          rx="4"
          width={`${percent ?? 35}%`}
          className={classNames(
            'fill-action transition-[width] duration-200',
            percent === undefined && 'animate-pulse',
          )}
        />
      </svg>
    </div>
  );
}
