import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { type SectionStatus, sectionOf } from '#domain/tax-form/sections.ts';
import { atStep, stepIn } from '../address.ts';
import { fieldId } from './question.tsx';

/** The open section. It is in the address, so that the back button opens the previous one. */
export function useSteps(shown: readonly SectionStatus[], onLeave: () => void) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  // A client who comes back continues at the first incomplete section.
  const [first] = useState(() => shown.find(({ state }) => state === 'open')?.id);
  const wanted = stepIn(parameters) || first;
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  );
  const current = shown[at]?.id ?? 'you';
  const heading = useRef<HTMLHeadingElement>(null);
  const targetField = useRef<string | null>(null);
  const before = useRef(current);

  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    if (targetField.current) {
      focusField(targetField.current);
      targetField.current = null;
      return;
    }
    heading.current?.focus({ preventScroll: true });
    // Below an error summary, scrolls to the section itself.
    const top = heading.current?.closest('[data-form-top]');
    (top?.querySelector('[role=alert] ~ form') ?? top)?.scrollIntoView({ block: 'start' });
  }, [current]);

  function goTo(step: string): void {
    onLeave();
    // Read now: the closure may have an older address.
    void navigate({ search: atStep(window.location.search, step) }, { preventScrollReset: true });
  }

  return {
    at,
    current,
    heading,
    goTo,
    /** Opens the section of a field and focuses it. */
    goToField(path: string) {
      const section = sectionOf(path) ?? current;
      if (section === current) {
        focusField(fieldId(path));
        return;
      }
      targetField.current = fieldId(path);
      goTo(section);
    },
  };
}
