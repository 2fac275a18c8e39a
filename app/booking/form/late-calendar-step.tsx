import { lazy, Suspense } from 'react';
import type { CalendarStepProps } from './calendar-step.tsx';

/** The form loads it before it saves anything, so that a failed download can't leave a visitor between the steps. */
export const loadCalendarStep = () => import('./calendar-step.tsx');

const CalendarStep = lazy(async () => ({ default: (await loadCalendarStep()).CalendarStep }));

/** The step after the form. People who only read the page don't load it. */
export function LateCalendarStep(props: CalendarStepProps) {
  return (
    <Suspense fallback={<div className="min-h-[44rem]" />}>
      <CalendarStep {...props} />
    </Suspense>
  );
}
