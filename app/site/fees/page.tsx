import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useFormats } from '#app/language/language.tsx';
import { lowestPrice } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { CallToAction } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';

export const meta = pageMeta(({ office }, _, { formats }) => {
  const price = formats.dollars(lowestPrice(office));
  return {
    title: msg`Prices`,
    description: office.prices.stateFilingIncluded
      ? msg`Tax returns from ${{ price }}, state filing included. Every price on one page.`
      : msg`Tax returns from ${{ price }}. Every price on one page.`,
    path: '/fees',
  };
});

export default function Fees() {
  const { prices, links, service } = useOffice();
  const { t } = useLingui();
  const { dollars } = useFormats();
  const lead = [
    t`Your price in the range depends on how many forms you need.`,
    ...(prices.stateFilingIncluded
      ? [t`State filing is included in all ${{ states: service.states }} states.`]
      : []),
  ];
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading lead={lead.join(' ')}>{t`One price for the whole return`}</PageHeading>
        <div className="mt-12">
          <Tiers />
        </div>
        <div className="mt-6 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center print:hidden">
          <LinkButton to="/quote">{t`Get Instant Quote`}</LinkButton>
          <LinkButton to="/payment" variant="secondary">
            {t`Pay Now`}
          </LinkButton>
          <SmartLink
            to={links.refundEstimator}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {t`Free refund estimate`}
          </SmartLink>
        </div>
      </div>
      <Comparison />
      <section className="page grid gap-x-16 gap-y-12 py-16 lg:grid-cols-[1.2fr_1fr] lg:py-24">
        {prices.extras.length > 0 && (
          <div>
            <h2 className="text-2xl">{t`Everything else`}</h2>
            <dl className="figures mt-6">
              {prices.extras.map((extra) => (
                <div key={extra.id} className="flex items-baseline gap-3 py-2.5">
                  <dt>{extra.name}</dt>
                  <span aria-hidden="true" className="flex-1 border-b border-dotted border-control" />
                  <dd className="font-semibold whitespace-nowrap">
                    {dollars(extra.amount)}
                    {extra.per && (
                      <span className="font-normal text-muted"> {t`a ${{ unit: extra.per }}`}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
        <Guarantee />
      </section>
      <CallToAction
        title={t`See which price is yours.`}
        ways={[{ to: '/quote', label: t`Get Instant Quote` }]}
      />
    </>
  );
}

function Guarantee() {
  const { plans } = useOffice().prices;
  const { t } = useLingui();
  const { dollars } = useFormats();
  return (
    <div className="self-start rounded-card bg-accent-soft p-7 lg:p-9">
      <h2 className="text-xl">{t`If we make a mistake`}</h2>
      <p className="mt-3">{t`If it’s our mistake, we fix it for free. The guarantee doesn’t cover penalties and interest. You pay when your return is complete, before we e-file it.`}</p>
      <p className="mt-3">{t`For business returns over ${{ amount: dollars(plans.overAmount) }}, you can pay in ${{ from: plans.installmentsFrom }} or ${{ to: plans.installmentsTo }} installments.`}</p>
    </div>
  );
}

function Tiers() {
  const { tiers } = useOffice().prices;
  const { t } = useLingui();
  const { dollars } = useFormats();
  /** Of a tier that the office added, the text is not known. */
  const audienceOf = (id: string) => audiences[id] && t(audiences[id]);
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
            {tier.popular && <Badge tone="accent">{t`Most popular`}</Badge>}
          </div>
          <p className="figures mt-4 font-display text-3xl">
            {tier.from === tier.to ? (
              dollars(tier.from)
            ) : (
              <Trans>
                {{ from: dollars(tier.from) }} <span className="text-xl">to</span> {{ to: dollars(tier.to) }}
              </Trans>
            )}
          </p>
          <p className={tier.popular ? 'mt-3 text-on-deep-muted' : 'mt-3 text-muted'}>
            {audienceOf(tier.id)}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Comparison() {
  const tiers = useOffice().prices.tiers.filter(({ id }) => comparedTiers.includes(id));
  const { t } = useLingui();
  if (tiers.length === 0) return null;
  return (
    <PageSection id="included" title={t`What’s included`} sunken>
      <table className="mt-6 w-full border-collapse text-left">
        <caption className="sr-only">{t`What each price includes`}</caption>
        <thead>
          <tr className="border-b border-control text-xs md:text-sm">
            <td />
            {tiers.map((tier) => (
              <th
                key={tier.id}
                scope="col"
                className="px-0.5 py-3 text-center sm:w-18 sm:px-1 align-bottom leading-tight font-semibold md:w-32 md:px-2"
              >
                {tier.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.map((line) => (
            <tr key={line.label.id} className="border-b border-line">
              <th scope="row" className="py-3.5 pr-2 text-sm font-normal hyphens-manual sm:pr-4 sm:text-base">
                {t(line.label)}
              </th>
              {tiers.map((tier) => (
                <td key={tier.id} className="px-1 py-3.5 md:px-2">
                  <Included yes={line.included[comparedTiers.indexOf(tier.id)] ?? false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  );
}

function Included({ yes }: { yes: boolean }) {
  const { t } = useLingui();
  return (
    <span className="flex justify-center">
      {yes ? (
        <Check size={20} strokeWidth={2.5} aria-hidden className="text-action" />
      ) : (
        <span aria-hidden className="text-muted">
          –
        </span>
      )}
      <span className="sr-only">{yes ? t`Included` : t`Not included`}</span>
    </span>
  );
}

/** The audience of each tier, by its id. */
const audiences: Record<string, MessageDescriptor> = {
  personal: msg`Wages, family, school, and savings.`,
  'side-jobs': msg`All of that, plus self-employment.`,
  business: msg`A company that files its own return.`,
};

/** The tiers that are compared, by their ids. An office may have others. */
const comparedTiers: readonly string[] = ['personal', 'side-jobs', 'business'];

/** What each of these tiers includes, line by line. */
const comparison = [
  { label: msg`Federal and state e-filing`, included: [true, true, true] },
  { label: msg`A call or text with your preparer`, included: [true, true, true] },
  { label: msg`Copies in your account`, included: [true, true, true] },
  { label: msg`W-2 wages, interest, retirement`, included: [true, true, false] },
  { label: msg`Children, school, and daycare`, included: [true, true, false] },
  { label: msg`Self-employed work, including a one-owner LLC (Schedule C)`, included: [false, true, false] },
  { label: msg`Stocks, crypto, and rental income`, included: [false, true, true] },
  {
    label: msg`Returns for S-Corps, C-Corps, partnerships, and LLCs with partners`,
    included: [false, false, true],
  },
  { label: msg`K-1 forms for every owner`, included: [false, false, true] },
];
