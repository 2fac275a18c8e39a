import { pageMeta } from '#app/shared/meta.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { RewardCalculator } from './calculator.tsx';
import { heading, steps, terms } from './content.ts';

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/referrals' });

export default function Referrals() {
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1fr_1.05fr]">
          <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
          <RewardCalculator />
        </div>
      </div>
      <section aria-labelledby="steps" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="steps" className="text-2xl">
            {steps.title}
          </h2>
          <NumberedSteps steps={steps.items} className="gap-8 lg:grid-cols-3 lg:gap-10" />
        </div>
      </section>
      <section aria-labelledby="rules" className="page py-16 lg:py-24">
        <h2 id="rules" className="text-2xl">
          {terms.title}
        </h2>
        <dl className="mt-8 border-t border-line">
          {terms.items.map(({ title, text }) => (
            <div
              key={title}
              className="grid gap-x-10 gap-y-1 border-b border-line py-5 md:grid-cols-[14rem_1fr]"
            >
              <dt className="font-semibold">{title}</dt>
              <dd className="max-w-text text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <CallToAction
        title="No one to tell yet? Let us do your return first."
        ways={[uploadInstead({ to: '/signup', label: 'Get Started' }), contact]}
      />
    </>
  );
}
