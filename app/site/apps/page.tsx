import { useLingui } from '@lingui/react/macro';
import { BookOpenText, Heart, type LucideIcon, Smartphone, Timer, Upload } from 'lucide-react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { StoreBadges } from '../blocks/store-badges.tsx';

export const loader = (args: LoaderFunctionArgs) => businessOf(args).apps;

export const shouldRevalidate = () => false;

export const meta = pageMeta<typeof loader>((_, { loaderData = [] }) => {
  const names = loaderData.filter((app) => !app.comingSoon).map((app) => app.name);
  return {
    title: msg`Apps`,
    description:
      names.length > 0
        ? msg`${{ apps: names.join(', ') }}: our apps for iPhone and Android, and apps we build for others.`
        : msg`Apps for iPhone and Android that we build for others.`,
    path: '/apps',
  };
});

type App = Business['apps'][number];

export default function Apps() {
  const apps = useLoaderData<typeof loader>();
  const [own, ...others] = apps.filter((app) => !app.leisure);
  const forLeisure = apps.filter((app) => app.leisure);
  const has = (id: string) => apps.some((app) => app.id === id);
  const { t } = useLingui();
  const { prices } = useOffice();
  const { dollars } = useFormats();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading
          lead={
            has('client') && has('bookkeeping') && t`One sends us your documents. Another keeps your books.`
          }
        >
          {apps.length > 0 ? t`Apps we made` : t`Apps we build for you`}
        </PageHeading>
        {own && (
          <article className="mt-12 grid items-center gap-x-12 gap-y-8 rounded-card bg-action-soft p-6 md:p-10 lg:mt-16 lg:grid-cols-[1.1fr_1fr]">
            <div>
              <AppHead app={own} />
              <p className="mt-4 max-w-[30rem] text-lg">{own.description}</p>
              <div className="mt-6">
                <StoreBadges stores={own.stores} label={t`${{ app: own.name }} for your phone`} />
              </div>
            </div>
            <PhoneAndForm className="w-full max-w-[26rem] text-action lg:justify-self-end" />
          </article>
        )}
        {others.length > 0 && <AppList apps={others} level={2} />}
      </div>
      <PageSection
        id="custom"
        title={t`Your own app`}
        sunken
        className="grid items-center gap-x-16 gap-y-6 py-16 lg:grid-cols-[18rem_1fr_auto] lg:py-24"
      >
        <p className="figures max-w-text">{t`Do you have an idea for an app? We design it, build it for iPhone and Android, and put it in the app stores. From ${{ price: dollars(prices.digital.mobileAppFrom) }}.`}</p>
        <LinkButton to="/website-services" variant="secondary">
          {t`What we build`}
        </LinkButton>
      </PageSection>
      {forLeisure.length > 0 && (
        <PageSection id="leisure" title={t`Our other apps`}>
          <p className="mt-3 max-w-text text-muted">{t`These have nothing to do with your documents or your account. We made them for ourselves, and other people liked them too.`}</p>
          <AppList apps={forLeisure} level={3} />
        </PageSection>
      )}
      <CallToAction
        title={t`Tell us what it should do. We’ll tell you what it takes.`}
        ways={[contact, meeting]}
      />
    </>
  );
}

/** `level`: the heading level of each app. */
function AppList({ apps, level }: { apps: readonly App[]; level: 2 | 3 }) {
  const { t } = useLingui();
  return (
    <ul className="mt-5 lg:mt-10">
      {apps.map((app) => (
        <li
          key={app.id}
          className="grid items-center gap-x-10 gap-y-5 border-b border-line py-8 lg:grid-cols-[1fr_auto]"
        >
          <div>
            <AppHead app={app} level={level} />
            <p className="mt-2 max-w-text text-muted">{app.description}</p>
          </div>
          {!app.comingSoon && (
            <StoreBadges stores={app.stores} label={t`${{ app: app.name }} for your phone`} />
          )}
        </li>
      ))}
    </ul>
  );
}

function AppHead({ app, level = 2 }: { app: App; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-4">
      <AppGlyph id={app.id} />
      <div>
        <Heading className="text-xl">{app.name}</Heading>
        <p className="figures mt-0.5 text-sm text-muted">
          {app.rating !== null && t`${{ rating: app.rating }}/5 in the stores`}
          {app.comingSoon && <Badge tone="accent">{t`Coming Soon`}</Badge>}
        </p>
      </div>
    </div>
  );
}

const glyphs: Record<string, LucideIcon> = {
  client: Upload,
  bookkeeping: BookOpenText,
  'dating-places': Heart,
  'fitness-timer': Timer,
};

function AppGlyph({ id }: { id: string }) {
  const Icon = glyphs[id] ?? Smartphone;
  return (
    <span
      aria-hidden="true"
      className="flex size-16 shrink-0 items-center justify-center rounded-card border border-action bg-surface text-action"
    >
      <Icon size={30} strokeWidth={1.5} />
    </span>
  );
}
