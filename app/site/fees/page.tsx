import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction } from '../blocks/call-to-action.tsx';
import { guarantee, heading } from './content.ts';
import { Comparison, Tiers } from './tiers.tsx';

export const meta = pageMeta(({ office }, _, { formats }) => ({
  ...heading(office, formats),
  path: '/fees',
}));

export default function Fees() {
  const office = useOffice();
  const { prices, links } = office;
  const { t } = useLingui();
  const formats = useFormats();
  const { headline, lead } = heading(office, formats);
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading lead={lead.map(t).join(' ')}>{t(headline)}</PageHeading>
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
                    {formats.dollars(extra.amount)}
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
  const { t } = useLingui();
  const { title, paragraphs } = guarantee(useOffice(), useFormats());
  return (
    <div className="self-start rounded-card bg-accent-soft p-7 lg:p-9">
      <h2 className="text-xl">{t(title)}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph.id} className="mt-3">
          {t(paragraph)}
        </p>
      ))}
    </div>
  );
}
