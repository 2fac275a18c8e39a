import { CalendarDays } from 'lucide-react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Timeline } from '#app/ui/layout/timeline.tsx';
import { next, talk } from './words.ts';

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
      <div className="mt-8 border-t border-line pt-6">
        <p className="font-semibold">{talk.title}</p>
        <p className="mt-1 text-sm text-muted">{talk.text}</p>
        <LinkButton
          to="/booking"
          variant="secondary"
          icon={<CalendarDays size={20} aria-hidden />}
          className="mt-4"
        >
          {talk.book}
        </LinkButton>
      </div>
    </>
  );
}
