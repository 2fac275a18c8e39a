import { type ComponentProps, useLayoutEffect, useRef } from 'react';

interface PassingSectionProps extends ComponentProps<'section'> {
  isShown: boolean;
}

/**
 * A section that is there only for a while. When its focused element is removed, for example a button that its own action
 * removes, the focus moves to its place, which stays. Without this, keyboard users start again at the top of the page.
 */
export function PassingSection({ isShown, ...section }: PassingSectionProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    isInside.current = false;
    place.current?.focus({ preventScroll: true });
  });
  const watch = {
    onFocus: () => {
      isInside.current = true;
    },
    // React gets no blur event from an element that it removes, so `isInside` stays true then.
    onBlur: () => {
      isInside.current = false;
    },
  };
  return (
    <>
      <span ref={place} tabIndex={-1} className="sr-only" />
      {isShown && <section {...section} {...watch} />}
    </>
  );
}
