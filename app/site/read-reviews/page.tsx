import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { useDuringHydration } from '#app/shared/browser/use-early-input.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { businessOf } from '#app/shared/site-source.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Business } from '#domain/business/business.ts';
import {
  averageRating,
  filterReviews,
  type Rating,
  type Review,
  type ReviewFilter,
  type ReviewService,
  ratingBreakdown,
  ratings,
  reviewServices,
} from '#domain/business/reviews.ts';
import { msg, plural } from '#domain/language/message.ts';
import { CallToAction, uploadInstead } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { reviewData } from '../machine-readable/structured-data.ts';

export function loader(args: LoaderFunctionArgs) {
  const { items, tallies } = businessOf(args).reviews;
  return { items, tallies };
}

export const shouldRevalidate = () => false;

export const meta = pageMeta<typeof loader>((site, { loaderData }) => ({
  title: msg`Read reviews`,
  description: msg`Client reviews of ${{ name: site.office.name }}: personal and business returns, planning, bookkeeping, and company formation.`,
  path: '/read-reviews',
  data: loaderData ? [reviewData(site, loaderData.items)] : [],
}));

export default function ReadReviews() {
  const { items, tallies } = useLoaderData<typeof loader>();
  const { t } = useLingui();
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-10 pt-12 pb-14 lg:grid-cols-[1.15fr_1fr] lg:pt-20 lg:pb-20">
        <PageHeading
          lead={items.length > 0 && t`Copied word for word from public review sites.`}
        >{t`What clients say when we’re not in the room`}</PageHeading>
        <Breakdown reviews={items} />
      </div>
      {items.length > 0 && <Reviews items={items} />}
      {tallies.length > 0 && <Elsewhere tallies={tallies} />}
      <CallToAction
        title={t`The next one could be about your year.`}
        ways={[
          uploadInstead({ to: '/signup', label: t`Get Started Today` }),
          { to: '/reviews', label: t`Leave a Review` },
        ]}
      />
    </>
  );
}

function Reviews({ items }: { items: readonly Review[] }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<ReviewFilter>({ rating: 'all', service: 'all' });
  /** A change of one of them must not replace the other: before hydration, both may be pressed. */
  const choose = (change: Partial<ReviewFilter>) => setFilter((old) => ({ ...old, ...change }));
  const shown = filterReviews(items, filter);
  return (
    <section aria-label={t`Reviews`} className="bg-sunken">
      <div className="page py-12 lg:py-20">
        <div className="flex flex-col gap-5">
          <Chips<Rating | 'all'>
            name="Rating"
            legend={t`Rating`}
            options={['all', ...ratings]}
            labelOf={(rating) => (rating === 'all' ? t`All ratings` : t(stars(rating)))}
            value={filter.rating}
            onChange={(rating) => choose({ rating })}
          />
          <Chips
            name="Service"
            legend={t`Service`}
            options={['all', ...reviewServices] as const}
            labelOf={(service) => t(serviceLabels[service])}
            value={filter.service}
            onChange={(service) => choose({ service })}
          />
        </div>
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
        {shown.length === 0 && (
          <p className="text-lg">{t`No reviews match. Try another rating or service.`}</p>
        )}
      </div>
    </section>
  );
}

function Elsewhere({ tallies }: { tallies: Business['reviews']['tallies'] }) {
  const { t } = useLingui();
  return (
    <PageSection id="elsewhere" title={t`Read more on the review sites`} className="py-14 lg:py-20">
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
    </PageSection>
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

interface ChipsProps<T extends string | number> {
  name: string;
  legend: string;
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
}

/** A row of chips, which are native radio buttons. */
function Chips<T extends string | number>({
  name,
  legend,
  options,
  labelOf,
  value,
  onChange,
}: ChipsProps<T>) {
  const chips = useRef<HTMLFieldSetElement>(null);
  useDuringHydration(() => {
    const radios = [...(chips.current?.querySelectorAll('input') ?? [])];
    const pressed = options[radios.findIndex(({ checked }) => checked)];
    if (pressed !== undefined && pressed !== value) onChange(pressed);
  });
  return (
    <fieldset ref={chips}>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="figures flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option}
            className={classNames(
              'relative inline-flex min-h-11 cursor-pointer items-center rounded-full border px-4 hover:border-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option === value ? 'border-action bg-action text-on-action' : 'border-control bg-surface',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            {labelOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The average, and a bar for each rating. A table, with the numbers beside the bars. */
function Breakdown({ reviews }: { reviews: readonly Review[] }) {
  const { t } = useLingui();
  const average = averageRating(reviews);
  if (average === null) return null;
  return (
    <figure className="rounded-card border border-line bg-surface p-6 md:p-8">
      <figcaption className="figures flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="font-display text-4xl">{average.toFixed(1)}</span>
        <span>
          <Stars rating={average} />
          <span className="block text-sm text-muted">
            <Plural
              value={{ count: reviews.length }}
              one="average of # review"
              other="average of these # reviews"
            />
          </span>
        </span>
      </figcaption>
      <table className="figures mt-5 w-full border-collapse text-sm">
        <caption className="sr-only">{t`Ratings`}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Stars`}</th>
            <th scope="col">
              <Trans context="part of a whole">Share</Trans>
            </th>
            <th scope="col">{t`Reviews`}</th>
          </tr>
        </thead>
        <tbody>
          {ratingBreakdown(reviews).map(({ rating, count, percent }) => (
            <tr key={rating}>
              <th scope="row" className="w-16 py-1.5 text-left font-normal whitespace-nowrap">
                {t(stars(rating))}
              </th>
              <td className="px-3 py-1.5">
                <svg
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="h-2.5 w-full overflow-hidden rounded-full"
                >
                  <rect width="100" height="10" className="fill-sunken" />
                  <rect width={percent} height="10" className="fill-action" />
                </svg>
                <span className="sr-only">{percent}%</span>
              </td>
              <td className="w-6 py-1.5 text-right">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const stars = (count: number) => msg`${plural({ count }, { one: '# star', other: '# stars' })}`;

const serviceLabels: Record<ReviewService | 'all', MessageDescriptor> = {
  all: msg`All services`,
  personal: msg({ message: 'Personal', context: 'service' }),
  business: msg({ message: 'Business', context: 'service' }),
  planning: msg({ message: 'Planning', context: 'service' }),
  bookkeeping: msg({ message: 'Bookkeeping', context: 'service' }),
  formation: msg({ message: 'Formation', context: 'service' }),
};

const star =
  'm12 2.600 2.900 5.900 6.500.9-4.700 4.600 1.100 6.500-5.800-3.100-5.800 3.100 1.100-6.500L2.600 9.400l6.500-.9Z';

/** Five stars, some filled, with text for screen readers. */
function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  return (
    <span role="img" aria-label={t`${rating} of 5 stars`} className="inline-flex gap-0.5 text-accent">
      {[1, 2, 3, 4, 5].map((place) => (
        <svg key={place} width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
          <path
            d={star}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            fill={place <= Math.round(rating) ? 'currentColor' : 'none'}
          />
        </svg>
      ))}
    </span>
  );
}
