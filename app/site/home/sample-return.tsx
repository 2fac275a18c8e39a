import { useLingui } from '@lingui/react/macro';
import { FileText, Image } from 'lucide-react';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** A fictional client's return as an illustration, built from the product's components. */
const papers = [
  { name: 'W-2 Harbor Bakery.jpg', size: '2.1 MB', icon: Image },
  { name: '1099-INT Savings.pdf', size: '84 KB', icon: FileText },
];

const steps = (t: Translate): TimelineStep[] => [
  {
    id: 'upload',
    title: t(msg`Signup & Upload`),
    when: t(msg`Mon, 7:12 PM`),
    state: 'done',
    detail: (
      <ul className="mt-2 flex flex-col gap-1.5">
        {papers.map(({ name, size, icon: Icon }) => (
          <li
            key={name}
            className="flex items-center gap-2.5 rounded-control border border-line bg-paper px-3 py-2 text-ink"
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <span className="figures shrink-0 text-xs text-muted">{size}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'contact',
    title: t(msg`We Contact You`),
    when: t(msg`Tue, 10:20 AM`),
    state: 'done',
    detail: t(msg`One question by text: Was the daycare open all year?`),
  },
  {
    id: 'file',
    title: t(msg`Get Copies & File`),
    when: t(msg`Today`),
    state: 'current',
    detail: (
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-action-soft px-3.5 py-3 text-ink">
        <span>
          <span className="block text-xs text-muted">{t(msg`Federal refund`)}</span>
          <span className="figures font-display text-lg leading-tight">$1,284</span>
        </span>
        <span className="rounded-control border border-control px-3.5 py-2 text-sm font-semibold whitespace-nowrap text-muted">
          {t(msg`Approve and e-file`)}
        </span>
      </div>
    ),
  },
];

export function SampleReturn() {
  const { t } = useLingui();
  return (
    <figure
      aria-label={t`Example of a return in progress, with made-up data`}
      className="relative mx-auto w-full max-w-md lg:mx-0 lg:max-w-none"
    >
      <div
        aria-hidden="true"
        className="absolute -inset-x-3 top-8 -bottom-4 rounded-card bg-sunken lg:-right-8 lg:-left-4"
      />
      <div className="relative rounded-card border border-line bg-surface p-5 shadow-float md:p-7">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4">
          <div>
            <p className="text-xs font-semibold text-muted">{t`Example`}</p>
            <p className="font-display text-lg leading-tight">{t`Rosa’s tax return`}</p>
          </div>
          <Badge tone="success">{t`Ready for you`}</Badge>
        </div>
        <Timeline label={t`The three steps`} steps={steps(t)} />
      </div>
    </figure>
  );
}
