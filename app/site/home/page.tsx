import { Trans, useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { lowestPrice } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { later } from '../blocks/later.tsx';
import { StoreBadges } from '../blocks/store-badges.tsx';
import { officeData } from '../machine-readable/structured-data.ts';
import { SampleReturn } from './sample-return.tsx';

const numbers = ({ claims }: Office, { count }: Formats) => [
  { value: `${claims.yearsInBusiness}+`, label: msg`years of tax seasons` },
  { value: `${count(claims.clients)}+`, label: msg`clients` },
  { value: `${count(claims.returns)}+`, label: msg`returns prepared` },
  { value: `${claims.averageRating}/5`, label: msg`average review` },
];

/** The stores of the client app, if the office has it. */
export const loader = (args: LoaderFunctionArgs) =>
  businessOf(args).apps.find(({ id }) => id === 'client')?.stores ?? null;

export const shouldRevalidate = () => false;

export const meta = pageMeta((site, _, { formats: { dollars } }) => ({
  description: msg`Tax preparation in ${{ state: site.office.state }} and online in every state. Upload your documents, approve your return, and we e-file it. From ${{ price: dollars(lowestPrice(site.office)) }}.`,
  path: '/',
  data: [officeData(site)],
}));

const below = later(async () => (await import('./below.tsx')).Below, 'how-it-works');

export default function Home() {
  return (
    <>
      <Hero />
      <Proof />
      {below}
    </>
  );
}

function Proof() {
  const { t } = useLingui();
  const items = numbers(useOffice(), useFormats());
  return (
    <section aria-label={t`Our office in numbers`} className="border-y border-line">
      <dl className="page grid grid-cols-2 lg:grid-cols-4">
        {items.map((item, i) => (
          <div
            key={item.label.id}
            className={`flex flex-col-reverse py-6 lg:py-8 ${i % 2 ? 'border-l border-line pl-5' : 'pr-5'} ${i > 1 ? 'border-t border-line lg:border-t-0' : ''} ${i ? 'lg:border-l lg:border-line lg:pl-8' : ''}`}
          >
            <dt className="text-sm text-muted">{t(item.label)}</dt>
            <dd className="figures font-display text-2xl">{item.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Hero() {
  const hint = useSessionHint();
  const { state } = useOffice();
  const { t } = useLingui();
  return (
    <section className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-10 pb-16 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:pt-20 lg:pb-28">
      <div>
        <h1 tabIndex={-1} className="text-4xl">
          {t`Taxes done right, by people you can call.`}
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">{t`Take photos of your documents at home. A preparer in ${{ state }} does your return, goes over it with you, and e-files it when you say yes.`}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          {hint ? (
            <LinkButton to="/secured-files" size="large">
              {t`Start Filing Now`}
            </LinkButton>
          ) : (
            <LinkButton to="/signup" size="large">
              {t`Get Started`}
            </LinkButton>
          )}
          <LinkButton to="/quote" size="large" variant="secondary">
            {t`Free Quote`}
          </LinkButton>
        </div>
        <p className="figures mt-5 text-sm text-muted">
          <Terms />
        </p>
        <ClientApp />
      </div>
      <SampleReturn />
    </section>
  );
}

function Terms() {
  const office = useOffice();
  const price = useFormats().dollars(lowestPrice(office));
  return office.prices.stateFilingIncluded ? (
    <Trans>
      Personal returns from <strong className="text-ink">{price}</strong>, state filing included. You pay when
      the work is done.
    </Trans>
  ) : (
    <Trans>
      Personal returns from <strong className="text-ink">{price}</strong>. You pay when the work is done.
    </Trans>
  );
}

function ClientApp() {
  const stores = useLoaderData<typeof loader>();
  if (!stores?.ios && !stores?.android) return null;
  return (
    <div className="mt-8 border-t border-line pt-6">
      <StoreBadges stores={stores} />
    </div>
  );
}
