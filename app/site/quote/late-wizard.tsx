import { lazy, Suspense } from 'react';

/**
 * All questions with their words are more than a public page's own script may weigh, so they come after it. The
 * prerendered page shows the first question and the prices all the same.
 */
const Wizard = lazy(async () => ({ default: (await import('./wizard.tsx')).Wizard }));

export function LateWizard() {
  return (
    <Suspense fallback={<div className="min-h-[46rem]" />}>
      <Wizard />
    </Suspense>
  );
}
