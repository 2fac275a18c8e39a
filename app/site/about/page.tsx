import { useLingui } from '@lingui/react/macro';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import type { Office } from '#domain/business/office.ts';
import { pictureSources, pictureUrl } from '#domain/business/portraits.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';

const numbers = ({ claims }: Office, { count }: Formats) => [
  { value: `${claims.yearsInBusiness}+`, label: msg`years` },
  { value: `${count(claims.clients)}+`, label: msg`clients` },
  { value: `${count(claims.returns)}+`, label: msg`returns` },
  { value: `${claims.successPercent}%`, label: msg({ message: 'success', context: 'percent of returns' }) },
];

const story = ({ claims, languages }: Office, { andList }: Formats) => [
  msg`More than ${{ years: claims.yearsInBusiness }} years ago, neighbors brought us their forms because the instructions made no sense. They stayed because someone sat down with them, explained the line that scared them, and remembered them the next year.`,
  msg`Since then, paper has become photos, and the office has become a portal. The rest hasn’t changed. You have one preparer. You know the price before we start. We never file anything you haven’t read.`,
  msg`We speak ${{ languages: andList(languages) }}. You shouldn’t need a second language to do your taxes.`,
];

const values = [
  { title: msg`We say it plainly`, text: msg`If you don’t understand your return, we’re not done yet.` },
  {
    title: msg`We own our mistakes`,
    text: msg`If we make a mistake, we fix it for free. No arguing about whose fault it was.`,
  },
  {
    title: msg`We guard what’s yours`,
    text: msg`We only ask for what your return needs. We lock it up, and we show it to no one.`,
  },
  {
    title: msg`We’re here in June`,
    text: msg`IRS letters come after tax season. We answer the phone all year.`,
  },
];

export const loader = (args: LoaderFunctionArgs) => businessOf(args).team;

/** The widths of a portrait, as `FRAME` sets them with the root's font size. */
const PORTRAIT_SIZES = '(min-width: 1024px) 9rem, 7rem';
/** The same for everyone, if someone has a portrait. */
const FRAME = 'size-24 lg:size-32';
const SMALL_FRAME = 'size-16';

export const shouldRevalidate = () => false;

export const meta = pageMeta(({ office: { state, claims } }, _, { formats: { count } }) => ({
  title: msg`About us`,
  description: msg`Who prepares your return: a ${{ state }} office with more than ${{ years: claims.yearsInBusiness }} years and ${{ returns: count(claims.returns) }} returns behind it.`,
  path: '/about-us',
}));

export default function About() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <>
      <div className="page grid items-center gap-x-20 gap-y-10 pt-12 pb-14 lg:grid-cols-[1.35fr_1fr] lg:pt-20 lg:pb-20">
        <div>
          <p className="mb-2 text-sm font-semibold text-accent">{t`About us`}</p>
          <h1 tabIndex={-1} className="text-4xl">
            {t`A small office that picks up the phone`}
          </h1>
          <p className="mt-6 max-w-text text-lg text-muted">{t`We prepare taxes in ${{ city: office.contact.address.city }}, ${{ state: office.state }}, for people who would rather talk to a person than use a website. Then we built a website so you can talk to us from home.`}</p>
        </div>
        <Sprig className="w-48 text-action lg:w-full lg:max-w-[20rem] lg:justify-self-end" />
      </div>
      <section aria-label={t`Our office in numbers`} className="bg-deep text-on-deep">
        <dl className="page grid grid-cols-2 gap-y-8 py-12 lg:grid-cols-4 lg:py-16">
          {numbers(office, formats).map(({ value, label }) => (
            <div
              key={label.id}
              className="flex flex-col-reverse border-l border-deep-line pl-4 sm:pl-5 lg:pl-8"
            >
              <dt className="text-on-deep-muted">{t(label)}</dt>
              <dd className="figures font-display text-2xl whitespace-nowrap sm:text-3xl">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <PageSection
        id="story"
        title={t`How it began`}
        className="grid gap-x-16 gap-y-6 py-16 lg:grid-cols-[18rem_1fr] lg:py-28"
      >
        <div className="max-w-text">
          {story(office, formats).map((paragraph) => (
            <p key={paragraph.id} className="mb-5 first:text-lg">
              {t(paragraph)}
            </p>
          ))}
        </div>
      </PageSection>
      <Team />
      <PageSection id="values" title={t`What we promise`} className="py-16 lg:py-28">
        <dl className="mt-8 grid gap-x-16 md:grid-cols-2">
          {values.map(({ title, text }) => (
            <div key={title.id} className="border-t border-control py-6">
              <dt className="font-display text-xl">{t(title)}</dt>
              <dd className="mt-2 text-muted">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <CallToAction
        title={t`Bring us one year. If you like our work, bring us the next.`}
        ways={[
          uploadInstead({ to: '/upload', label: t`Get Started Today` }),
          { to: '/quote', label: t`Get Free Quote`, signedIn: contact },
        ]}
      />
    </>
  );
}

function Team() {
  const people = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const { andList } = useFormats();
  if (people.length === 0) return null;
  const frame = people.some(({ portrait }) => portrait) ? FRAME : SMALL_FRAME;
  return (
    <PageSection id="team" title={t`Who you’ll talk to`} sunken>
      <ul className="mt-8 grid gap-x-10 gap-y-10 lg:grid-cols-3">
        {people.map(({ name, role, about, languages, portrait }) => (
          <li key={name} className="grid grid-cols-[auto_1fr] gap-x-5 lg:block">
            {portrait ? <Portrait id={portrait} name={name} /> : <Initials name={name} frame={frame} />}
            <div className="lg:mt-5">
              <h3 className="text-xl">{name}</h3>
              <p className="text-sm font-semibold text-accent">{role}</p>
              <p className="mt-2">{about}</p>
              <p className="mt-2 text-sm text-muted">{t`Speaks ${{ languages: andList(languages) }}`}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function Portrait({ id, name }: { id: string; name: string }) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSources(id, 'avif')} sizes={PORTRAIT_SIZES} />
      <img
        src={pictureUrl(id, 256, 'webp')}
        srcSet={pictureSources(id, 'webp')}
        sizes={PORTRAIT_SIZES}
        alt={name}
        width={128}
        height={128}
        loading="lazy"
        decoding="async"
        className={`${FRAME} rounded-full bg-surface object-cover`}
      />
    </picture>
  );
}

function Initials({ name, frame }: { name: string; frame: string }) {
  return (
    <span
      aria-hidden="true"
      className={`${frame} flex items-center justify-center rounded-full border border-action bg-surface font-display text-xl text-action`}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2);
}
