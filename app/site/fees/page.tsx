import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction } from '../blocks/call-to-action.tsx';
import { actions, extras, guarantee, heading, included } from './content.ts';
import { Comparison, Tiers } from './tiers.tsx';

const { prices, links } = business;

export const meta = () => pageMeta({ title: heading.title, description: heading.description, path: '/fees' });

export default function Fees() {
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
        <div className="mt-12">
          <Tiers />
        </div>
        <div className="mt-6 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center print:hidden">
          <LinkButton to="/quote">{actions.quote}</LinkButton>
          <LinkButton to="/payment" variant="secondary">
            {actions.pay}
          </LinkButton>
          <SmartLink
            to={links.refundEstimator}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {actions.estimate}
          </SmartLink>
        </div>
      </div>
      <section aria-labelledby="included" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="included" className="mb-6 text-2xl">
            {included.title}
          </h2>
          <Comparison />
        </div>
      </section>
      <section className="page grid gap-x-16 gap-y-12 py-16 lg:grid-cols-[1.2fr_1fr] lg:py-24">
        <div>
          <h2 className="text-2xl">{extras.title}</h2>
          <dl className="figures mt-6">
            {prices.extras.map((extra) => (
              <div key={extra.id} className="flex items-baseline gap-3 py-2.5">
                <dt>{extra.name}</dt>
                <span aria-hidden="true" className="flex-1 border-b border-dotted border-control" />
                <dd className="font-semibold whitespace-nowrap">
                  {dollars(extra.amount)}
                  {extra.per && <span className="font-normal text-muted"> {extras.per(extra.per)}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="self-start rounded-card bg-accent-soft p-7 lg:p-9">
          <h2 className="text-xl">{guarantee.title}</h2>
          {guarantee.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
      <CallToAction title={actions.end} ways={[{ to: '/quote', label: actions.quote }]} />
    </>
  );
}
