import { useId, useState } from 'react';
import { business } from '#app/business.ts';
import { dollars } from '../facts.ts';

const { reward, examples, reportableAbove } = business.referral;
const most = 40;

/** Friends times the reward. */
export function RewardCalculator() {
  const [friends, setFriends] = useState(examples[0] ?? 1);
  const id = useId();
  const total = friends * reward;
  return (
    <div className="rounded-card bg-deep p-7 text-on-deep md:p-9">
      <label htmlFor={id} className="font-semibold">
        How many people would you tell?
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={most}
        value={friends}
        onChange={(event) => setFriends(Number(event.currentTarget.value))}
        className="mt-3 h-11 w-full cursor-pointer accent-gold"
      />
      <output
        htmlFor={id}
        className="figures mt-2 flex items-baseline justify-between gap-4 border-t border-deep-line pt-5"
      >
        <span className="text-on-deep-muted">
          {friends} × {dollars(reward)}
        </span>
        <span className="font-display text-4xl">{dollars(total)}</span>
      </output>
      <div className="mt-5 flex flex-wrap gap-2">
        {examples.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={count === friends}
            onClick={() => setFriends(count)}
            className="figures inline-flex min-h-11 cursor-pointer items-center rounded-full border border-deep-line px-4 text-sm hover:border-gold aria-pressed:border-gold"
          >
            {count} = {dollars(count * reward)}
          </button>
        ))}
      </div>
      <p className="mt-5 text-sm text-on-deep-muted">
        There is no limit. Rewards above {dollars(reportableAbove)} a year are reported to the IRS.
      </p>
    </div>
  );
}
