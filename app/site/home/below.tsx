import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Play } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { Link } from '#app/language/links.tsx';
import { Checklist } from '#app/shared/drawings/checklist.tsx';
import { DeskAndLamp } from '#app/shared/drawings/desk-and-lamp.tsx';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { formatRange, openDays } from '#app/shared/facts.ts';
import { AddressLines } from '#app/shared/office-facts.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { uploadPath } from '#app/shared/shell/navigation.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { PageSection } from '../blocks/page-section.tsx';
import { priceRange } from '../prices.ts';
import { services } from '../services/catalog.ts';

/** The part below the first view. */
export function Below() {
  const { t } = useLingui();
  return (
    <>
      <section
        aria-label={t`Where to start`}
        className="page grid gap-5 py-16 lg:grid-cols-12 lg:gap-6 lg:py-28"
      >
        <UploadDoor />
        <PriceDoor />
        <ServicesDoor />
      </section>
      <HowItWorks />
      <Tutorial />
      <Authorized />
      <Visit />
    </>
  );
}

function Authorized() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <section aria-labelledby="authorized" className="bg-deep text-on-deep">
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[15rem_1fr] lg:py-24">
        <Seal className="w-36 text-on-deep-muted lg:w-full" />
        <div>
          <h2 id="authorized" className="max-w-[40rem] text-3xl">
            <Trans>
              Authorized IRS <span className="whitespace-nowrap">E-filing</span> Tax Provider
            </Trans>
          </h2>
          <p className="mt-4 max-w-[40rem] text-on-deep-muted">{t`The IRS checks who can e-file returns. We passed that check, and you can look us up.`}</p>
          <dl className="mt-10 grid gap-8 border-t border-deep-line pt-8 md:grid-cols-3">
            {promises(office).map((promise) => (
              <div key={promise.title.id}>
                <dt className="font-semibold">{t(promise.title)}</dt>
                <dd className="mt-1.5 text-sm text-on-deep-muted">{t(promise.text)}</dd>
              </div>
            ))}
          </dl>
          <LinkButton to={office.links.irsProviderLookup} variant="on-deep" className="mt-10">
            {t`Look us up at the IRS`}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function HowItWorks() {
  const { t } = useLingui();
  const steps = howItWorks(useOffice());
  return (
    <section aria-labelledby="how-it-works" className="bg-sunken">
      <div className="page py-16 lg:py-28">
        <h2 id="how-it-works" className="text-3xl">
          {t`How It Works`}
        </h2>
        <ol className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-3 lg:gap-10">
          {steps.map(({ picture: Picture, title, text }, i) => (
            <li
              key={title.id}
              className="grid grid-cols-[6.5rem_1fr] items-start gap-x-5 md:grid-cols-[12rem_1fr] lg:block"
            >
              <Picture className="w-full max-w-[17rem] text-action" />
              <div className="lg:mt-6 lg:border-t lg:border-control lg:pt-5">
                <p className="figures text-sm font-semibold text-accent">{t`Step ${{ step: i + 1 }}`}</p>
                <h3 className="mt-1 text-xl">{t(title)}</h3>
                <p className="mt-2 text-muted">{t(text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const players = {
  youtube: (id: string) =>
    `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0`,
  vimeo: (id: string) => `https://player.vimeo.com/video/${encodeURIComponent(id)}?autoplay=1&dnt=1`,
};
const names = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** The video is hosted by another company, so nothing is loaded from there before the visitor asks for it. */
function Tutorial() {
  const video = useOffice().tutorialVideo;
  const [playing, setPlaying] = useState(false);
  if (!video) return null;
  return (
    <PageSection id="tutorial" title={video.title} className="pb-16 lg:pb-28">
      <div className="mt-6 aspect-video overflow-hidden rounded-card bg-deep text-on-deep">
        {playing ? (
          <iframe
            src={players[video.provider](video.id)}
            title={video.title}
            allow="autoplay; fullscreen; picture-in-picture"
            className="size-full"
          />
        ) : (
          <button
            type="button"
            onClick={() => setPlaying(true)}
            className="flex size-full cursor-pointer flex-col items-center justify-center gap-4 -outline-offset-4"
          >
            <span className="flex size-20 items-center justify-center rounded-full bg-gold text-on-gold">
              <Play size={32} aria-hidden fill="currentColor" />
            </span>
            <span className="text-lg font-semibold">
              <Trans>Play the video</Trans>
            </span>
            <span className="text-sm text-on-deep-muted">
              <Trans>It comes from {{ site: names[video.provider] }}, which may set cookies.</Trans>
            </span>
          </button>
        )}
      </div>
    </PageSection>
  );
}

function UploadDoor() {
  const hint = useSessionHint();
  const { t } = useLingui();
  return (
    <article className="flex flex-col justify-between gap-8 rounded-card bg-action-soft p-6 md:p-10 lg:col-span-7 lg:row-span-2">
      <PhoneAndForm className="w-full max-w-[26rem] text-action" />
      <div className="max-w-[30rem]">
        <h2 className="text-2xl">{t`All you need is a photo`}</h2>
        <p className="mt-3">{t`Take a picture of your W-2 (the wage form your employer sends in January), your 1099s, and last year’s return. Then name it and send it. We encrypt it before we store it. Only you and our staff can open it.`}</p>
        <LinkButton to={uploadPath(hint)} className="mt-6">
          {hint ? t`Upload my documents` : t`How to upload`}
        </LinkButton>
      </div>
    </article>
  );
}

function PriceDoor() {
  const { tiers } = useOffice().prices;
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-6 md:p-8 lg:col-span-5">
      <h2 className="text-xl">{t`Prices before you ask`}</h2>
      <dl className="figures mt-4">
        {tiers.map((tier) => (
          <div
            key={tier.id}
            className="flex items-baseline justify-between gap-4 border-b border-dashed border-line py-2.5"
          >
            <dt>{tier.name}</dt>
            <dd className="font-semibold whitespace-nowrap">{inWords(priceRange(tier, formats), t)}</dd>
          </div>
        ))}
      </dl>
      <More to="/fees">{t`See what’s included`}</More>
    </article>
  );
}

function ServicesDoor() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-6 md:p-8 lg:col-span-5">
      <h2 className="text-xl">{t`More than April`}</h2>
      <ul className="mt-4 grid gap-x-6 sm:grid-cols-2">
        {services(office, formats).map((service) => (
          <li key={service.name.id} className="border-b border-dashed border-line py-2.5 leading-snug">
            {t(service.name)}
          </li>
        ))}
      </ul>
      <More to="/tax-preparation-services">{t`See all services`}</More>
    </article>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="link mt-auto inline-flex self-start pt-4 min-h-11 items-center gap-2 font-semibold"
    >
      {children}
      <ArrowRight size={18} aria-hidden />
    </Link>
  );
}

function Visit() {
  const office = useOffice();
  const { contact, hours, languages } = office;
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <section
      aria-labelledby="visit"
      className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[1fr_minmax(0,20rem)] lg:py-28"
    >
      <div>
        <h2 id="visit" className="text-3xl">
          {t`Want to meet in person?`}
        </h2>
        <p className="mt-4 max-w-[36rem] text-lg text-muted">
          {t`Come to our office, or call us.`}{' '}
          {languages.includes('Spanish') && <span lang="es">{'Se habla español.'}</span>}
        </p>
        <dl className="mt-8 grid max-w-[44rem] gap-x-10 gap-y-6 border-t border-line pt-6 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{t`Office`}</dt>
            <dd className="mt-1">
              <AddressLines />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">
              {hours.byAppointmentOnly ? t`Hours, by appointment` : t`Hours`}
            </dt>
            <dd className="figures mt-1">
              {openDays(hours.days, formats, t)}
              <span className="block">
                <Trans>
                  {{ open: formats.clock(hours.open) }} to {{ close: formats.clock(hours.close) }}
                </Trans>
              </span>
            </dd>
          </div>
        </dl>
        <div className="mt-8 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center">
          <LinkButton to="/booking">{t`Book an appointment`}</LinkButton>
          <SmartLink
            to={`tel:${contact.phone.e164}`}
            className="link figures inline-flex min-h-11 items-center justify-center font-semibold"
          >
            <Trans>Call {{ phone: contact.phone.display }}</Trans>
          </SmartLink>
        </div>
      </div>
      <Sprig className="hidden w-full text-action lg:block" />
    </section>
  );
}

const howItWorks = ({ service }: Office) => [
  {
    picture: Checklist,
    title: msg`Signup & Upload`,
    text: msg`Create an account and send photos or PDFs of your documents.`,
  },
  {
    picture: DeskAndLamp,
    title: msg`We Contact You`,
    text: msg`Your preparer reviews everything and calls or texts with questions. Most returns are ready in ${{ days: formatRange(service.personalReturnDays) }} business days.`,
  },
  {
    picture: Envelope,
    title: msg`Get Copies & File`,
    text: msg`You read your return and approve it. We e-file it, and your copies stay in your account. Refunds usually arrive within ${{ days: service.refundDaysEfiled }} days.`,
  },
];

const promises = ({ claims, retention }: Office) => [
  {
    title: msg`You approve first`,
    text: msg`Nothing goes to the IRS until you’ve read your return and said yes.`,
  },
  { title: msg`Our mistakes are ours`, text: msg`If we make a mistake, we fix it for free.` },
  {
    title: msg`${{ bits: claims.encryptionBits }}-bit encryption`,
    text: msg`We encrypt your documents when they’re sent and when they’re stored. We keep them for up to ${{ years: retention.marketingYears }} years so you can find them.`,
  },
];
