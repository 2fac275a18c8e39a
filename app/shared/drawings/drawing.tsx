import type { ReactNode } from 'react';

export interface DrawingProps {
  className?: string;
}

/** The hand all pictures share: thin evergreen lines, paper behind, one nutmeg fill. Decoration only. */
export function Drawing({
  viewBox,
  className,
  children,
}: DrawingProps & { viewBox: string; children: ReactNode }) {
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}
