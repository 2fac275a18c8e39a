import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { ShopWindow } from '#app/shared/drawings/shop-window.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { DashList } from '../blocks/dash-list.tsx';
import { NumberedSteps } from '../blocks/numbered-steps.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { extraPrice } from '../prices.ts';

type Prices = Office['prices'];

const offers = ({ digital }: Prices, { dollars }: Formats) => [
  {
    name: msg`Website`,
    price: dollars(digital.websiteFrom),
    text: msg`For businesses that need to be found and called.`,
    includes: [
      msg`Up to five pages, with the writing included`,
      msg`Designed for phones first`,
      msg`Your own web address and email`,
    ],
  },
  {
    name: msg`Online shop`,
    price: dollars(digital.shopFrom),
    text: msg`For businesses that sell and ship.`,
    includes: [
      msg`Products, inventory, and shipping`,
      msg`Card payments`,
      msg`Sales tax set up by tax people`,
    ],
  },
  {
    name: msg`Mobile app`,
    price: dollars(digital.mobileAppFrom),
    text: msg`For ideas that belong on a phone.`,
    includes: [msg`iPhone and Android`, msg`Published in both stores`, msg`Updates for new phones`],
  },
];

const extras = (prices: Prices, formats: Formats) => [
  {
    name: msg`Easy to find on search engines (SEO)`,
    text: msg`Text, speed, and structure that improve your ranking.`,
    price: null,
  },
  {
    name: msg`Online presence`,
    text: msg`Your business on maps, directories, and social networks, with the same facts everywhere.`,
    price: extraPrice(prices, formats, 'online-presence'),
  },
  {
    name: msg`Prints and designs`,
    text: msg`Logos, cards, signs, and menus people can hold in their hands.`,
    price: extraPrice(prices, formats, 'prints'),
  },
  {
    name: msg({ message: 'Care', context: 'a new site' }),
    text: msg`Backups, updates, and a person to change your hours when you call.`,
    price: null,
  },
  {
    name: msg`Bookkeeping`,
    text: msg`What your shop sells goes straight into the books we keep for you.`,
    price: extraPrice(prices, formats, 'bookkeeping'),
  },
];

const steps = [
  {
    title: msg({ message: 'Talk', context: 'a new site' }),
    text: msg`Who are your customers, and what should they do on your site? We’ll talk for half an hour, for free.`,
  },
  {
    title: msg({ message: 'Draw', context: 'a new site' }),
    text: msg`You see every page before we build it, and tell us what you don’t like.`,
  },
  {
    title: msg({ message: 'Build', context: 'a new site' }),
    text: msg`We write it, build it, and test it on old and new phones.`,
  },
  {
    title: msg({ message: 'Open', context: 'a new site' }),
    text: msg`Your site goes live. You get full access, and we’re here when you need us.`,
  },
];

const numbers = ({ claims }: Office, { count }: Formats) => [
  { value: `${claims.yearsInBusiness}+`, label: msg`years with small businesses` },
  { value: `${count(claims.clients)}+`, label: msg`clients` },
  { value: `${claims.averageRating}/5`, label: msg`average review` },
];

export const meta = pageMeta(({ office: { prices } }, _, { formats: { dollars } }) => ({
  title: msg`Websites, shops, and apps`,
  description: msg`Websites from ${{ website: dollars(prices.digital.websiteFrom) }}, online shops from ${{ shop: dollars(prices.digital.shopFrom) }}, mobile apps from ${{ app: dollars(prices.digital.mobileAppFrom) }}, with a ${{ days: prices.digital.moneyBackDays }}-day money-back guarantee.`,
  path: '/website-services',
}));

export default function WebsiteServices() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  const days = office.prices.digital.moneyBackDays;
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[1.2fr_1fr]">
          <PageHeading
            lead={t`We know your books, so we know what drives your business. We build a website that shows it. It’s fast, easy to find, and yours.`}
          >
            {t`A website that brings in your next customer`}
          </PageHeading>
          <ShopWindow className="w-full max-w-[26rem] text-action lg:justify-self-end" />
        </div>
        <Offers />
      </div>
      <section aria-labelledby="extras" className="bg-sunken">
        <div className="page grid items-start gap-x-20 gap-y-12 py-16 lg:grid-cols-[1.4fr_1fr] lg:py-24">
          <div>
            <h2 id="extras" className="text-2xl">
              {t`What’s included`}
            </h2>
            <ul className="figures mt-6 border-t border-control">
              {extras(office.prices, formats).map(({ name, text, price }) => (
                <li key={name.id} className="grid grid-cols-[1fr_auto] gap-x-6 border-b border-control py-4">
                  <span>
                    <span className="font-semibold">{t(name)}</span>
                    <span className="block text-muted">{t(text)}</span>
                  </span>
                  <span className="font-semibold whitespace-nowrap">
                    {price ? inWords(price, t) : t`Ask us`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div className="rounded-card bg-accent-soft p-7 lg:p-9">
            <h2 className="text-xl">{t`${{ days }} days to change your mind`}</h2>
            <p className="mt-3">{t`If it’s not what we agreed on, tell us within ${{ days }} days, and you’ll get your money back.`}</p>
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
      <PageSection id="process" title={t`From first call to launch`}>
        <NumberedSteps steps={steps} className="gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4" />
      </PageSection>
      <CallToAction
        title={t`Tell us about your business. The first call costs nothing.`}
        ways={[contact, meeting]}
      />
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
          key={offer.name.id}
          className="flex flex-col border-b border-line py-8 lg:border-r lg:border-b-0 lg:px-8 lg:first:pl-0 lg:last:border-r-0 lg:last:pr-0"
        >
          <h2 className="text-xl">{t(offer.name)}</h2>
          <p className="figures mt-1 font-display text-3xl text-action">
            <Trans>
              <span className="font-sans text-base text-muted">from</span> {{ price: offer.price }}
            </Trans>
          </p>
          <p className="mt-2 text-muted">{t(offer.text)}</p>
          <DashList lines={offer.includes} className="mt-4" />
        </li>
      ))}
    </ul>
  );
}
