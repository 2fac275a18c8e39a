import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import type { SectionId } from '#domain/tax-form/fields.ts';
import { type SectionStatus, sectionOf } from '#domain/tax-form/sections.ts';
import { atStep, stepIn } from '../address.ts';
import { fieldId } from './question.tsx';

/** Which section is open: in the address, so that the back button goes back one section. */
export function useSteps(shown: readonly SectionStatus[], onLeave: () => void) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  // Whoever comes back to a form that was begun goes on where it is not finished yet.
  const [first] = useState(() => shown.find(({ state }) => state === 'open')?.id);
  const wanted = stepIn(parameters) || first;
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  );
  const current = shown[at]?.id ?? 'you';
  const heading = useRef<HTMLHeadingElement>(null);
  const goal = useRef<string | null>(null);
  const before = useRef(current);

  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    if (goal.current) {
      focusField(goal.current);
      goal.current = null;
      return;
    }
    heading.current?.focus({ preventScroll: true });
    // Under a list of problems the section would begin out of sight.
    const top = heading.current?.closest('[data-form-top]');
    (top?.querySelector('[role=alert] ~ form') ?? top)?.scrollIntoView({ block: 'start' });
  }, [current]);

  function goTo(step: string): void {
    onLeave();
    // Read when it happens, as the folder's address is.
    void navigate({ search: atStep(window.location.search, step) }, { preventScrollReset: true });
  }

  return {
    at,
    current,
    heading,
    goTo,
    /** To a field, in whichever section it is. */
    goToField(path: string) {
      const section: SectionId = sectionOf(path);
      if (section === current) {
        focusField(fieldId(path));
        return;
      }
      goal.current = fieldId(path);
      goTo(section);
    },
  };
}
