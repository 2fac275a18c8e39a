import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import type { Office } from '#domain/business/office.ts';
import type { ResultId } from '#domain/quote/graph.ts';
import { dashedPrices } from '../prices.ts';
import { audiences, packages, talk } from './words.ts';

const audienceOf: Record<string, MessageDescriptor> = audiences satisfies Record<ResultId, MessageDescriptor>;

/** All four packages, for visitors who know which one they need. */
export function Packages() {
  const office = useOffice();
  const { t } = useLingui();
  const { write, book } = talk(office);
  return (
    <>
      <h2 id="packages" className="text-xl">
        {t(packages.title)}
      </h2>
      <ul className="mt-4 border-t border-line">
        {office.prices.quote.map((offer) => (
          <Package key={offer.id} offer={offer} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{t(packages.agreed)}</p>
      <p className="mt-6 font-semibold">{t(packages.person)}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {[
          { to: '/contact-us', label: t(write) },
          { to: '/booking', label: t(book) },
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

function Package({ offer }: { offer: Office['prices']['quote'][number] }) {
  const { id, name, mostCommon } = offer;
  const { t } = useLingui();
  const formats = useFormats();
  const audience = audienceOf[id];
  return (
    <li className="border-b border-line py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{name}</span>
        <span className="figures whitespace-nowrap">{dashedPrices(offer, formats)}</span>
      </p>
      <p className="mt-1 text-sm text-muted">{audience && t(audience)}</p>
      {mostCommon && (
        <p className="mt-2">
          <Badge tone="accent">{t(packages.mostCommon)}</Badge>
        </p>
      )}
    </li>
  );
}
