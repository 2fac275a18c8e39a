import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useFormats } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { audiences, comparedTiers, comparison } from './content.ts';

export function Tiers() {
  const { tiers } = useOffice().prices;
  const { t } = useLingui();
  const { dollars } = useFormats();
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
            <Audience of={tier.id} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Of a tier that the office added, the text is not known. */
function Audience({ of: tierId }: { of: string }) {
  const { t } = useLingui();
  const audience = audiences[tierId];
  return audience && t(audience);
}

export function Comparison() {
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
