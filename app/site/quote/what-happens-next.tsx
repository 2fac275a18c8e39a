import { Timeline } from '#app/ui/timeline.tsx';
import { next } from './content.ts';

export function WhatHappensNext() {
  return (
    <>
      <h2 id="next" className="mb-5 text-xl">
        {next.title}
      </h2>
      <Timeline
        label={next.title}
        steps={next.steps.map((step, i) => ({ ...step, state: i === 0 ? 'current' : 'ahead' }))}
      />
    </>
  );
}
