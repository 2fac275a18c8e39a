import { classNames } from '../class-names.ts';

/** Holds the place of what is on the way, so that nothing jumps. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-sm bg-sunken', className)} />;
}
