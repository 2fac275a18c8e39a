import { ArrowUpRight } from 'lucide-react';
import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import facts from '#business/reviews';
import type { Business } from '#domain/business/business.ts';
import { actions, average, heading, places } from './content.ts';

const { reviews } = facts as Business;

const { claims } = business;

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/reviews' });

export default function Reviews() {
  const hint = useSessionHint();
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
          <LinkButton to={hint ? '/secured-files' : '/read-reviews'} className="mt-8">
            {hint ? actions.upload : actions.read}
          </LinkButton>
        </div>
        <figure className="rounded-card bg-deep p-7 text-on-deep md:p-9">
          <figcaption className="text-on-deep-muted">{average.title}</figcaption>
          <p className="figures mt-2 font-display text-4xl">
            {claims.averageRating}
            <span className="text-xl text-on-deep-muted"> {average.of}</span>
          </p>
          <ul className="figures mt-6 border-t border-deep-line pt-2">
            {reviews.tallies.map((tally) => (
              <li key={tally.platform} className="flex items-center justify-between gap-4">
                <SmartLink
                  to={tally.url}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {tally.platform}
                </SmartLink>
                <span>
                  {tally.rating}{' '}
                  <span className="text-sm text-on-deep-muted">{average.from(tally.count)}</span>
                </span>
              </li>
            ))}
          </ul>
        </figure>
      </div>
      <section aria-labelledby="where" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="where" className="text-2xl">
            {places.title}
          </h2>
          <ul className="mt-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {reviews.writeOn.map((place) => (
              <li key={place.label}>
                <SmartLink
                  to={place.url}
                  className="flex min-h-16 items-center justify-between gap-4 rounded-card border border-line bg-surface px-5 py-3 font-semibold transition-colors duration-150 hover:border-action hover:bg-action-soft"
                >
                  <span>
                    {place.label}
                    {place.kind === 'preparers' && (
                      <span className="block text-sm font-normal text-muted">{places.preparers}</span>
                    )}
                  </span>
                  <ArrowUpRight size={20} aria-hidden className="shrink-0 text-action" />
                </SmartLink>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
