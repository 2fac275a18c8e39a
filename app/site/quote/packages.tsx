import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import type { ResultId } from '#domain/quote/graph.ts';
import { audiences, packages, talk } from './words.ts';

const audienceOf: Record<string, string> = audiences satisfies Record<ResultId, string>;

/** All four packages, for visitors who know which one they need. */
export function Packages() {
  return (
    <>
      <h2 id="packages" className="text-xl">
        {packages.title}
      </h2>
      <ul className="mt-4 border-t border-line">
        {business.prices.quote.map(({ id, name, from, to, mostCommon }) => (
          <li key={id} className="border-b border-line py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{name}</span>
              <span className="figures whitespace-nowrap">
                {dollars(from)} – {dollars(to)}
              </span>
            </p>
            <p className="mt-1 text-sm text-muted">{audienceOf[id]}</p>
            {mostCommon && (
              <p className="mt-2">
                <Badge tone="accent">{packages.mostCommon}</Badge>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{packages.agreed}</p>
      <p className="mt-6 font-semibold">{packages.person}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {[
          { to: '/contact-us', label: talk.write },
          { to: '/booking', label: talk.book },
        ].map(({ to, label }) => (
          <li key={to}>
            <SmartLink to={to} className="link inline-flex min-h-11 items-center">
              {label}
            </SmartLink>
          </li>
        ))}
      </ul>
    </>
  );
}
