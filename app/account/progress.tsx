import { business } from '#app/business.ts';
import { span } from '#app/site/facts.ts';
import { Card } from '#app/ui/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/timeline.tsx';
import { longDate } from './dates.ts';
import type { Papers } from './papers.ts';

/** The way from the new account to the filed return, and how far along it the client is. */
export function Progress({ createdAt, papers }: { createdAt: string; papers: Papers | undefined }) {
  return (
    <Card as="section" aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        What happens next
      </h2>
      <div className="mt-5">
        <Timeline label="From your papers to a filed return" steps={steps(createdAt, papers)} />
      </div>
    </Card>
  );
}

function steps(createdAt: string, papers: Papers | undefined): TimelineStep[] {
  const last = papers?.latest[0];
  return [
    { id: 'account', title: 'Account created', when: longDate(createdAt), state: 'done' },
    last
      ? { id: 'papers', title: 'Papers sent', when: longDate(last.uploaded_at), state: 'done' }
      : {
          id: 'papers',
          title: 'Send your papers',
          detail: 'As photos or files, all at once or bit by bit.',
          state: 'current',
        },
    {
      id: 'contact',
      title: 'We contact you',
      detail: 'A preparer reads everything and calls or writes to you.',
      state: last ? 'current' : 'ahead',
    },
    {
      id: 'file',
      title: 'You approve, we file',
      detail: `Most returns are completed in ${span(business.service.personalReturnDays)} business days.`,
      state: 'ahead',
    },
  ];
}
