import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Business } from '#domain/business/business.ts';
import type { Review } from '#domain/business/reviews.ts';
import { filterReviews, type ReviewFilter } from '#domain/business/reviews.ts';
import { CallToAction, uploadInstead } from '../blocks/call-to-action.tsx';
import { reviewData } from '../machine-readable/structured-data.ts';
import { Breakdown } from './breakdown.tsx';
import { end, heading, labels } from './content.ts';
import { Filters } from './filters.tsx';
import { Stars } from './stars.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { items, tallies } = businessOf(args).reviews;
  return { items, tallies };
}

export const shouldRevalidate = () => false;

export const meta = pageMeta<typeof loader>((site, { loaderData }) => ({
  title: heading(site.office).title,
  description: heading(site.office).description,
  path: '/read-reviews',
  data: loaderData ? [reviewData(site, loaderData.items)] : [],
}));

export default function ReadReviews() {
  const { items, tallies } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const { headline, lead } = heading(useOffice());
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-10 pt-12 pb-14 lg:grid-cols-[1.15fr_1fr] lg:pt-20 lg:pb-20">
        <PageHeading lead={items.length > 0 && t(lead)}>{t(headline)}</PageHeading>
        <Breakdown reviews={items} />
      </div>
      {items.length > 0 && <Reviews items={items} />}
      {tallies.length > 0 && <Elsewhere tallies={tallies} />}
      <CallToAction
        title={t(end.title)}
        ways={[
          uploadInstead({ to: '/signup', label: t(end.start) }),
          { to: '/reviews', label: t(end.write) },
        ]}
      />
    </>
  );
}

function Reviews({ items }: { items: readonly Review[] }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<ReviewFilter>({ rating: 'all', service: 'all' });
  const shown = filterReviews(items, filter);
  return (
    <section aria-label={t(labels.reviews)} className="bg-sunken">
      <div className="page py-12 lg:py-20">
        <Filters filter={filter} onChange={(change) => setFilter((old) => ({ ...old, ...change }))} />
        <p role="status" className="figures mt-8 mb-4 text-sm text-muted">
          <Trans>
            Showing {{ shown: shown.length }} of {{ all: items.length }} reviews
          </Trans>
        </p>
        <ul className="gap-5 md:columns-2">
          {shown.map((review) => (
            <ReviewCard key={review.id} review={review} />
          ))}
        </ul>
        {shown.length === 0 && <p className="text-lg">{t(labels.none)}</p>}
      </div>
    </section>
  );
}

/** The sites with more reviews. */
function Elsewhere({ tallies }: { tallies: Business['reviews']['tallies'] }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="elsewhere" className="page py-14 lg:py-20">
      <h2 id="elsewhere" className="text-2xl">
        {t(labels.elsewhere)}
      </h2>
      <ul className="figures mt-6 grid gap-x-10 md:grid-cols-3">
        {tallies.map((tally) => (
          <li key={tally.platform} className="border-t border-control">
            <SmartLink to={tally.url} className="flex min-h-20 items-center justify-between gap-4">
              <span>
                <span className="link block font-display text-xl">{tally.platform}</span>
                <span className="text-sm text-muted">
                  <Plural value={{ count: tally.count }} one="# review" other="# reviews" />
                </span>
              </span>
              <span className="font-display text-2xl">{tally.rating}</span>
            </SmartLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReviewCard({ review }: { review: Review }) {
  const { monthAndYear } = useFormats();
  return (
    <li className="mb-5 break-inside-avoid rounded-card border border-line bg-surface p-6 md:p-7">
      <article aria-labelledby={review.id}>
        <Stars rating={review.rating} />
        <h2 id={review.id} className="mt-3 text-xl">
          {review.title}
        </h2>
        <p className="mt-2">{review.review}</p>
        <p className="figures mt-4 border-t border-line pt-4 text-sm text-muted">
          <span className="font-semibold text-ink">{review.name}</span>
          {review.verified && (
            <span className="ml-2 inline-flex items-center gap-1 align-bottom text-success">
              <BadgeCheck size={18} aria-hidden />
              <Trans>Verified</Trans>
            </span>
          )}
          <span className="block">
            <Trans>
              {{ service: review.service }}, {{ month: monthAndYear(review.date.slice(0, 7)) }}, on{' '}
              {{ platform: review.platform }}
            </Trans>
          </span>
        </p>
      </article>
    </li>
  );
}
