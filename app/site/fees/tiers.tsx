import { Check, Minus } from 'lucide-react';
import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { audiences, comparison, included, popular } from './content.ts';

const { tiers } = business.prices;

/** The three tiers, with the popular one highlighted. */
export function Tiers() {
  return (
    <ul className="grid items-end gap-5 lg:grid-cols-3">
      {tiers.map((tier) => (
        <li
          key={tier.id}
          className={
            tier.popular
              ? 'rounded-card border border-deep-line bg-deep p-7 text-on-deep lg:pt-10 lg:pb-12'
              : 'rounded-card border border-line bg-surface p-7'
          }
        >
          <div className="flex items-center justify-between gap-3">
            <h2 className="font-sans text-base font-semibold tracking-normal">{tier.name}</h2>
            {tier.popular && <Badge tone="accent">{popular}</Badge>}
          </div>
          <p className="figures mt-4 font-display text-3xl">
            {dollars(tier.from)} <span className="text-xl">to</span> {dollars(tier.to)}
          </p>
          <p className={tier.popular ? 'mt-3 text-on-deep-muted' : 'mt-3 text-muted'}>{audiences[tier.id]}</p>
        </li>
      ))}
    </ul>
  );
}

/** What is included, compared line by line. */
export function Comparison() {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{included.caption}</caption>
      <thead>
        <tr className="border-b border-control text-xs md:text-sm">
          <td />
          {tiers.map((tier) => (
            <th
              key={tier.id}
              scope="col"
              className="w-18 px-1 py-3 text-center align-bottom leading-tight font-semibold md:w-32 md:px-2"
            >
              {tier.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison.map((line) => (
          <tr key={line.label} className="border-b border-line">
            <th scope="row" className="py-3.5 pr-4 font-normal">
              {line.label}
            </th>
            {tiers.map((tier, i) => (
              <td key={tier.id} className="px-1 py-3.5 md:px-2">
                <Included yes={line.included[i] ?? false} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Included({ yes }: { yes: boolean }) {
  return (
    <span className="flex justify-center">
      {yes ? (
        <Check size={20} strokeWidth={2.5} aria-hidden className="text-action" />
      ) : (
        <Minus size={20} aria-hidden className="text-muted" />
      )}
      <span className="sr-only">{yes ? included.yes : included.no}</span>
    </span>
  );
}
