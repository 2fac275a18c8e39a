import { business } from '#app/business.ts';
import { Badge } from '#app/ui/badge.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { CallToAction, contact } from '../call-to-action.tsx';
import { dollars, lowestPrice } from '../facts.ts';
import { pageMeta } from '../meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Free quote',
    description: `Find the line that sounds like your year. Returns from ${dollars(lowestPrice)}.`,
    path: '/quote',
  });

/** Who each package of business.json is for, by its id. */
const situations: Record<string, string> = {
  'result-basic': 'I have a job, perhaps two. I may have children, a mortgage, school or daycare costs.',
  'result-mixed':
    'I also work for myself, rent something out, or sold stocks or crypto. Or I own an LLC alone.',
  'result-business': 'My LLC with partners, S-Corp, C-Corp or estate needs its own return.',
  'result-business-plus': 'My company needs a return, and so do I.',
};

export default function Quote() {
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading lead="Find the line that sounds like your year. The exact price is agreed with you before we begin.">
          Your free quote
        </PageHeading>
        <ul className="mt-10 border-t border-line lg:mt-14">
          {business.prices.quote.map((result) => (
            <li
              key={result.id}
              className="grid gap-x-10 gap-y-2 border-b border-line py-7 lg:grid-cols-[1fr_auto] lg:items-center"
            >
              <div className="max-w-text">
                <p className="font-display text-xl leading-snug">“{situations[result.id]}”</p>
                <p className="mt-2 flex flex-wrap items-center gap-3 text-muted">
                  {result.name}
                  {result.mostCommon && <Badge tone="accent">Most Common</Badge>}
                </p>
              </div>
              <p className="figures font-display text-2xl whitespace-nowrap text-action">
                {dollars(result.from)} – {dollars(result.to)}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <CallToAction
        title="None of these, or two of them? Ask us; it costs nothing."
        ways={[
          {
            to: '/upload',
            label: 'Get Started',
            signedIn: { to: '/secured-files', label: 'Upload Documents Now' },
          },
          { ...contact, label: 'Ask Questions' },
        ]}
      />
    </>
  );
}
