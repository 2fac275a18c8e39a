import { business } from '#app/business.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { dollars, span } from '../facts.ts';
import { pageMeta } from '../meta.ts';
import { RewardCalculator } from './calculator.tsx';

const { reward, paidWithinDays, paidBy, reportableAbove } = business.referral;

export const meta = () =>
  pageMeta({
    title: 'Referral reward',
    description: `${dollars(reward)} for every new client you send us, with no limit.`,
    path: '/referrals',
  });

const ways = `${paidBy.slice(0, -1).join(', ')} or ${paidBy.at(-1)}`;

const rules = [
  { title: 'Who counts', text: 'A new client: someone whose return we have not prepared before.' },
  {
    title: 'What they do',
    text: 'They give your name as the referrer when they sign up. It can’t be added afterwards.',
  },
  {
    title: 'When you are paid',
    text: `Once their return is completed and paid for, typically within ${span(paidWithinDays)} business days, by ${ways}.`,
  },
  {
    title: 'Taxes',
    text: `Rewards of more than ${dollars(reportableAbove)} in a year are income that must be reported.`,
  },
  { title: 'Fair play', text: 'Invented people, or yourself under another name, end the program for you.' },
];

export default function Referrals() {
  return (
    <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
      <div className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[1fr_1.05fr]">
        <PageHeading lead="Most of our clients came because someone told them. If you are the one who tells, we say thank you in dollars.">
          {dollars(reward)} for every friend who files with us
        </PageHeading>
        <RewardCalculator />
      </div>
      <section aria-labelledby="rules" className="mt-16 lg:mt-28">
        <h2 id="rules" className="text-2xl">
          The rules, all of them
        </h2>
        <dl className="mt-8 border-t border-line">
          {rules.map(({ title, text }) => (
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
    </div>
  );
}
