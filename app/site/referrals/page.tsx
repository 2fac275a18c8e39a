import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { RewardCalculator } from './calculator.tsx';
import { end, heading, steps, terms } from './content.ts';

export const meta = pageMeta(({ office }, _, { formats }) => {
  const { title, description } = heading(office.referral, formats);
  return { title, description, path: '/referrals' };
});

export default function Referrals() {
  const { referral } = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  const { headline, lead } = heading(referral, formats);
  const way = steps(referral);
  const rules = terms(referral, formats);
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1fr_1.05fr]">
          <PageHeading lead={t(lead)}>{t(headline)}</PageHeading>
          <RewardCalculator />
        </div>
      </div>
      <section aria-labelledby="steps" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="steps" className="text-2xl">
            {t(way.title)}
          </h2>
          <NumberedSteps
            steps={way.items.map(({ title, text }) => ({ title: t(title), text: t(text) }))}
            className="gap-8 lg:grid-cols-3 lg:gap-10"
          />
        </div>
      </section>
      <section aria-labelledby="rules" className="page py-16 lg:py-24">
        <h2 id="rules" className="text-2xl">
          {t(rules.title)}
        </h2>
        <dl className="mt-8 border-t border-line">
          {rules.items.map(({ title, text }) => (
            <div
              key={title.id}
              className="grid gap-x-10 gap-y-1 border-b border-line py-5 md:grid-cols-[14rem_1fr]"
            >
              <dt className="font-semibold">{t(title)}</dt>
              <dd className="max-w-text text-muted">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <CallToAction
        title={t(end.title)}
        ways={[uploadInstead({ to: '/signup', label: t(end.start) }), contact]}
      />
    </>
  );
}
