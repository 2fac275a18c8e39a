import { type ComponentProps, useLayoutEffect, useRef } from 'react';

interface TemporarySectionProps extends ComponentProps<'section'> {
  isShown: boolean;
}

/**
 * A section that comes and goes. If its focused element is removed, for example by the element's own action, the focus
 * moves to where the section is. Without this, keyboard users start again at the top of the page.
 */
export function TemporarySection({ isShown, ...section }: TemporarySectionProps) {
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
