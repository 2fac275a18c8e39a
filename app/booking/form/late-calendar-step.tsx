import { lazy, Suspense } from 'react';
import type { CalendarStepProps } from './calendar-step.tsx';

/** The form fetches it before anything is saved, so that nobody is left between the two. */
export const loadCalendarStep = () => import('./calendar-step.tsx');

const CalendarStep = lazy(async () => ({ default: (await loadCalendarStep()).CalendarStep }));

/** What comes after the form: whoever only reads the page doesn't load it. */
export function LateCalendarStep(props: CalendarStepProps) {
  return (
    <Suspense fallback={<div className="min-h-[44rem]" />}>
      <CalendarStep {...props} />
    </Suspense>
  );
}
