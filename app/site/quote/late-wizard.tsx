import { lazy, Suspense } from 'react';

/**
 * The questions and their texts exceed the size budget of a public page, so they load after the page's own script.
 * The prerendered HTML has the first question and the prices.
 */
const Wizard = lazy(async () => ({ default: (await import('./wizard.tsx')).Wizard }));

export function LateWizard() {
  return (
    <Suspense fallback={<div className="min-h-[46rem]" />}>
      <Wizard />
    </Suspense>
  );
}
