import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '#app/ui/class-names.ts';

/** The mark before the text, for screen readers and as an icon: emoji look different on every device. */
const signs = { success: { text: '✅ ', Icon: CircleCheck }, danger: { text: '❌ ', Icon: CircleX } };

/** A ref for a result that takes the focus. */
export function focusResult(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * The result of a submitted form. It can take the focus, so that the next Tab continues from there. Render a success
 * inside an element with `role="status"` that is there before: only then do all screen readers announce it. Nothing shows
 * without a text.
 */
export function FormResult({
  kind,
  children,
  ref,
}: {
  kind: 'success' | 'danger';
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  if (!children) return null;
  const { text, Icon } = signs[kind];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={kind === 'danger' ? 'alert' : undefined}
      className={classNames(
        'flex gap-3 rounded-card p-4 font-medium',
        kind === 'danger' ? 'bg-danger-soft text-danger' : 'bg-success-soft',
      )}
    >
      <Icon
        size={22}
        aria-hidden
        className={classNames('mt-0.5 shrink-0', kind === 'success' && 'text-success')}
      />
      <div className="min-w-0 break-words">
        <span className="sr-only">{text}</span>
        {children}
      </div>
    </div>
  );
}
