import { Plural, useLingui } from '@lingui/react/macro';
import { ArrowUpRight } from 'lucide-react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import { PageSection } from '../blocks/page-section.tsx';

export function loader(args: LoaderFunctionArgs) {
  const { items, tallies, writeOn } = businessOf(args).reviews;
  return { canRead: items.length > 0 || tallies.length > 0, tallies, writeOn };
}

export const shouldRevalidate = () => false;

export const meta = pageMeta(({ office: { claims } }) => ({
  title: msg`Leave a review`,
  description: msg`Tell others how we did. Clients give us an average of ${{ rating: claims.averageRating }} out of 5.`,
  path: '/reviews',
}));

export default function Reviews() {
  const hint = useSessionHint();
  const { canRead, tallies, writeOn } = useLoaderData<typeof loader>();
  const office = useOffice();
  const { t } = useLingui();
  const lead = t`Two honest sentences help the next person more than any ad we could write.`;
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading lead={writeOn.length > 0 ? `${lead} ${t`Choose the site you already use.`}` : lead}>
            {t`How did we do?`}
          </PageHeading>
          {(hint || canRead) && (
            <LinkButton to={hint ? '/secured-files' : '/read-reviews'} className="mt-8">
              {hint ? t`Upload Now` : t`Read all reviews`}
            </LinkButton>
          )}
        </div>
        <figure className="rounded-card bg-deep p-7 text-on-deep md:p-9">
          <figcaption className="text-on-deep-muted">{t`Average of our clients`}</figcaption>
          <p className="figures mt-2 font-display text-4xl">
            {office.claims.averageRating}
            <span className="text-xl text-on-deep-muted"> {t`of 5`}</span>
          </p>
          {tallies.length > 0 && (
            <ul className="figures mt-6 border-t border-deep-line pt-2">
              {tallies.map((tally) => (
                <li key={tally.platform} className="flex items-center justify-between gap-4">
                  <SmartLink
                    to={tally.url}
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {tally.platform}
                  </SmartLink>
                  <span>
                    {tally.rating}{' '}
                    <span className="text-sm text-on-deep-muted">
                      <Plural value={{ count: tally.count }} one="from # review" other="from # reviews" />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </figure>
      </div>
      {writeOn.length > 0 && <Places writeOn={writeOn} />}
    </>
  );
}

function Places({ writeOn }: { writeOn: Business['reviews']['writeOn'] }) {
  const { t } = useLingui();
  return (
    <PageSection id="where" title={t`Write it here`} sunken>
      <ul className="mt-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {writeOn.map((place) => (
          <li key={place.label}>
            <SmartLink
              to={place.url}
              className="flex min-h-16 items-center justify-between gap-4 rounded-card border border-line bg-surface px-5 py-3 font-semibold transition-colors duration-150 hover:border-action hover:bg-action-soft"
            >
              <span>
                {place.label}
                {place.kind === 'preparers' && (
                  <span className="block text-sm font-normal text-muted">{t`Directory of tax preparers`}</span>
                )}
              </span>
              <ArrowUpRight size={20} aria-hidden className="shrink-0 text-action" />
            </SmartLink>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
