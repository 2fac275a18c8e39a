import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { ShopWindow } from '#app/shared/drawings/shop-window.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { inWords } from '#domain/language/translate.ts';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { end, extras, guarantee, heading, numbers, offers, process } from './content.ts';

export const meta = pageMeta(({ office }, _, { formats }) => {
  const { title, description } = heading(office.prices, formats);
  return { title, description, path: '/website-services' };
});

export default function WebsiteServices() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  const { headline, lead } = heading(office.prices, formats);
  const included = extras(office.prices, formats);
  const promise = guarantee(office.prices);
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.2fr_1fr]">
          <PageHeading lead={t(lead)}>{t(headline)}</PageHeading>
          <ShopWindow className="w-full max-w-[26rem] text-action lg:justify-self-end" />
        </div>
        <Offers />
      </div>
      <section aria-labelledby="extras" className="bg-sunken">
        <div className="page grid items-start gap-x-20 gap-y-12 py-16 lg:grid-cols-[1.4fr_1fr] lg:py-24">
          <div>
            <h2 id="extras" className="text-2xl">
              {t(included.title)}
            </h2>
            <ul className="figures mt-6 border-t border-control">
              {included.items.map(({ name, text, price }) => (
                <li key={name.id} className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-control py-4">
                  <span>
                    <span className="font-semibold">{t(name)}</span>
                    <span className="block text-muted">{t(text)}</span>
                  </span>
                  <span className="font-semibold whitespace-nowrap">{inWords(price ?? included.ask, t)}</span>
                </li>
              ))}
            </ul>
          </div>
          <div className="rounded-card bg-accent-soft p-7 lg:p-9">
            <h2 className="text-xl">{t(promise.title)}</h2>
            <p className="mt-3">{t(promise.text)}</p>
            <dl className="figures mt-8 grid gap-5">
              {numbers(office, formats).map(({ value, label }) => (
                <div key={label.id} className="flex flex-col-reverse">
                  <dt className="text-sm">{t(label)}</dt>
                  <dd className="font-display text-2xl">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </section>
      <section aria-labelledby="process" className="page py-16 lg:py-24">
        <h2 id="process" className="text-2xl">
          {t(process.title)}
        </h2>
        <NumberedSteps
          steps={process.steps.map(({ title, text }) => ({ title: t(title), text: t(text) }))}
          className="gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4"
        />
      </section>
      <CallToAction title={t(end)} ways={[contact, meeting]} />
    </>
  );
}

function Offers() {
  const { prices } = useOffice();
  const { t } = useLingui();
  return (
    <ul className="mt-14 grid border-t border-control lg:grid-cols-3">
      {offers(prices, useFormats()).map((offer) => (
        <li
          key={offer.id}
          className="flex flex-col border-b border-line py-8 lg:border-r lg:border-b-0 lg:px-8 lg:first:pl-0 lg:last:border-r-0 lg:last:pr-0"
        >
          <h2 className="text-xl">{t(offer.name)}</h2>
          <p className="figures mt-1 font-display text-3xl text-action">
            <Trans>
              <span className="font-sans text-base text-muted">from</span> {{ price: offer.price }}
            </Trans>
          </p>
          <p className="mt-2 text-muted">{t(offer.text)}</p>
          <ul className="mt-4 flex flex-col gap-1.5">
            {offer.includes.map((line) => (
              <li key={line.id} className="flex gap-3">
                <span aria-hidden="true" className="mt-[0.72em] h-px w-4 shrink-0 bg-accent" />
                {t(line)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
