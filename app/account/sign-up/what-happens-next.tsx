import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';

const { personalReturnDays } = business.service;

const steps: TimelineStep[] = [
  {
    id: 'account',
    title: 'You create your account',
    detail: 'It takes about two minutes.',
    state: 'current',
  },
  {
    id: 'email',
    title: 'You confirm your email',
    detail: 'We send you a link. One click, and you are in.',
    state: 'ahead',
  },
  {
    id: 'papers',
    title: 'You send your papers',
    detail: 'Take a photo with your phone, or choose files from your computer.',
    state: 'ahead',
  },
  {
    id: 'contact',
    title: 'We contact you',
    detail: `A preparer reads everything. Most returns take ${formatRange(personalReturnDays)} business days.`,
    state: 'ahead',
  },
  {
    id: 'file',
    title: 'You approve, we file',
    detail: 'Nothing goes to the IRS without your approval.',
    state: 'ahead',
  },
];

export function WhatHappensNext() {
  return (
    <div className="max-w-md">
      <h2 className="text-xl">What happens next</h2>
      <div className="mt-6">
        <Timeline label="From here to a filed return" steps={steps} />
      </div>
      <p className="mt-8 text-muted">
        Prefer to do it together? Call <SupportPhone />. {spoken()}
      </p>
    </div>
  );
}

function spoken(): string {
  return business.languages.includes('Spanish') ? 'Hablamos espa\u00f1ol.' : '';
}
