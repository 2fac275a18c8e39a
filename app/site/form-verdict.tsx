import type { ReactNode, Ref } from 'react';
import { classNames } from '#app/ui/class-names.ts';

/**
 * What became of a form that was sent. The office's own wording brings its sign along (a tick, a cross), so there is
 * no other one beside it. It can take the focus: the next Tab goes on from there. Good news are read out by the
 * `role="status"` that its place has before they come; one of their own inside it would say them twice.
 */
export function FormVerdict({
  kind,
  children,
  ref,
}: {
  kind: 'success' | 'danger';
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={kind === 'danger' ? 'alert' : undefined}
      className={classNames(
        'rounded-card p-4 font-medium break-words',
        kind === 'danger' ? 'bg-danger-soft text-danger' : 'bg-success-soft',
      )}
    >
      {kind === 'danger' && '❌ '}
      {children}
    </div>
  );
}
