import { useId, useState } from 'react';
import { business } from '#app/business.ts';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { dollars, formatCount } from '#app/shared/facts.ts';
import { referralReward, referralsFrom } from '#domain/account/referral.ts';
import { calculator } from './content.ts';

const { referral } = business;
/** Generous, so that the number fits the field. */
const most = 999;
const circle =
  'inline-flex size-13 shrink-0 cursor-pointer items-center justify-center rounded-full border border-deep-line text-xl hover:border-gold';

/** The number of friends times the reward: type a number, use plus and minus, or pick an example. */
export function RewardCalculator() {
  const [typed, setTyped] = useState(String(referral.examples[0] ?? 1));
  const id = useId();
  useEarlyInput(id, typed, setTyped);
  const { referrals, total, reportable } = referralReward(referralsFrom(typed, most), referral);
  const change = (by: number) => setTyped(String(referralsFrom(String(referrals + by), most)));
  return (
    <div className="rounded-card bg-deep p-7 text-on-deep md:p-9 print:hidden">
      <label htmlFor={id} className="font-semibold">
        {calculator.label}
      </label>
      <div className="figures mt-4 flex items-center gap-3">
        <button type="button" aria-label="One less" onClick={() => change(-1)} className={circle}>
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
        <button type="button" aria-label="One more" onClick={() => change(1)} className={circle}>
          +
        </button>
      </div>
      <output
        htmlFor={id}
        className="figures mt-6 flex items-baseline justify-between gap-4 border-t border-deep-line pt-5"
      >
        <span className="text-on-deep-muted">
          {formatCount(referrals)} × {dollars(referral.reward)}
        </span>
        <span className="font-display text-4xl">{dollars(total)}</span>
      </output>
      <div className="mt-5 flex flex-wrap gap-2">
        {referral.examples.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={count === referrals}
            onClick={() => setTyped(String(count))}
            className="figures inline-flex min-h-11 cursor-pointer items-center rounded-full border border-deep-line px-4 text-sm hover:border-gold aria-pressed:border-gold"
          >
            {count} = {dollars(referralReward(count, referral).total)}
          </button>
        ))}
      </div>
      <p className="mt-5 min-h-12 text-sm text-on-deep-muted">
        {calculator.noLimit} {reportable && calculator.reportable}
      </p>
    </div>
  );
}
