import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { formatRange } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { referralReward, referralsFrom } from '#domain/account/referral.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { PageSection } from '../blocks/page-section.tsx';

export const meta = pageMeta(({ office: { referral } }, _, { formats: { dollars } }) => ({
  title: msg`Referral reward`,
  description: msg`${{ reward: dollars(referral.reward) }} for every new client you send us, with no limit.`,
  path: '/referrals',
}));

export default function Referrals() {
  const { referral } = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1fr_1.05fr]">
          <PageHeading
            lead={t`Most of our clients came because a friend told them about us. When you’re that friend, we thank you in dollars.`}
          >
            {t`${{ reward: formats.dollars(referral.reward) }} for every friend who files with us`}
          </PageHeading>
          <RewardCalculator />
        </div>
      </div>
      <PageSection id="steps" title={t`How it works`} sunken>
        <NumberedSteps steps={steps(referral)} className="gap-8 lg:grid-cols-3 lg:gap-10" />
      </PageSection>
      <PageSection id="rules" title={t`All the rules`}>
        <dl className="mt-8 border-t border-line">
          {terms(referral, formats).map(({ title, text }) => (
            <div
              key={title.id}
              className="grid gap-x-10 gap-y-1 border-b border-line py-5 md:grid-cols-[14rem_1fr]"
            >
              <dt className="font-semibold">{t(title)}</dt>
              <dd className="max-w-text text-muted">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <CallToAction
        title={t`No one to tell yet? Let us do your return first.`}
        ways={[uploadInstead({ to: '/signup', label: t`Get Started` }), contact]}
      />
    </>
  );
}

/** Generous, so that the number fits the field. */
const most = 999;
const circle =
  'inline-flex size-13 shrink-0 cursor-pointer items-center justify-center rounded-full border border-deep-line text-xl hover:border-gold';

/** The number of friends times the reward: type a number, use plus and minus, or pick an example. */
function RewardCalculator() {
  const { referral } = useOffice();
  const { t } = useLingui();
  const { count, dollars } = useFormats();
  const [typed, setTyped] = useState(String(referral.examples[0] ?? 1));
  const id = useId();
  useEarlyInput(id, typed, setTyped);
  const { referrals, total, reportable } = referralReward(referralsFrom(typed, most), referral);
  const change = (by: number) => setTyped(String(referralsFrom(String(referrals + by), most)));
  return (
    <div className="rounded-card bg-deep p-7 text-on-deep md:p-9 print:hidden">
      <label htmlFor={id} className="font-semibold">
        {t`How many people will you tell?`}
      </label>
      <div className="figures mt-4 flex items-center gap-3">
        <button type="button" aria-label={t`One less`} onClick={() => change(-1)} className={circle}>
          −
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(String(referrals))}
          className="min-h-13 w-24 rounded-control border border-on-deep-muted bg-transparent text-center font-display text-2xl"
        />
        <button type="button" aria-label={t`One more`} onClick={() => change(1)} className={circle}>
          +
        </button>
      </div>
      <output
        htmlFor={id}
        className="figures mt-6 flex items-baseline justify-between gap-4 border-t border-deep-line pt-5"
      >
        <span className="text-on-deep-muted">
          {count(referrals)} × {dollars(referral.reward)}
        </span>
        <span className="font-display text-4xl">{dollars(total)}</span>
      </output>
      {referral.examples.length > 0 && (
        <div className="mt-5 flex flex-wrap gap-2">
          {referral.examples.map((friends) => (
            <button
              key={friends}
              type="button"
              aria-pressed={friends === referrals}
              onClick={() => setTyped(String(friends))}
              className="figures inline-flex min-h-11 cursor-pointer items-center rounded-full border border-deep-line px-4 text-sm hover:border-gold aria-pressed:border-gold"
            >
              {friends} = {dollars(referralReward(friends, referral).total)}
            </button>
          ))}
        </div>
      )}
      <p className="mt-5 min-h-12 text-sm text-on-deep-muted">
        {t`There is no limit.`}{' '}
        {reportable &&
          t`If your rewards add up to more than ${{ amount: dollars(referral.reportableAbove) }} in a year, you must report them as income.`}
      </p>
    </div>
  );
}

type Referral = Office['referral'];

const steps = ({ paidWithinDays }: Referral) => [
  {
    title: msg`You tell someone`,
    text: msg`A neighbor, a cousin, or the coworker who complains every April.`,
  },
  {
    title: msg`They give us your name`,
    text: msg`When they sign up for the first time, they tell us you referred them.`,
  },
  {
    title: msg`You get paid`,
    text: msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days.`,
  },
];

const terms = (
  { reward, paidWithinDays, paidBy, reportableAbove }: Referral,
  { dollars, orList }: Formats,
) => [
  {
    title: msg`Who counts`,
    text: msg`A new client, which means someone whose return we haven’t prepared before.`,
  },
  {
    title: msg`What they do`,
    text: msg`They give us your name when they sign up.`,
  },
  {
    title: msg`When you get paid`,
    text:
      paidBy.length > 0
        ? msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days, by ${{ ways: orList(paidBy) }}.`
        : msg`Once their return is complete and paid for, usually within ${{ days: formatRange(paidWithinDays) }} business days.`,
  },
  {
    title: msg`How often`,
    text: msg`As often as you like. Each new client is another ${{ reward: dollars(reward) }}.`,
  },
  {
    title: msg`Taxes`,
    text: msg`If your rewards add up to more than ${{ amount: dollars(reportableAbove) }} in a year, you must report them as income.`,
  },
  {
    title: msg`Fair play`,
    text: msg`If you make up people, or sign up under another name, you’re out of the program.`,
  },
];
