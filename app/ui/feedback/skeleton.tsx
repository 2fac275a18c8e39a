import { classNames } from '../class-names.ts';

/** A placeholder for content that is loading, so that the layout does not shift. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse rounded-sm bg-sunken', className)} />;
}
