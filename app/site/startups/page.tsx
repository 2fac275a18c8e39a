import { useLingui } from '@lingui/react/macro';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { DashList } from '../blocks/dash-list.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { extras, heading, process, services, structures, timeline } from './content.ts';

export const meta = pageMeta(({ office }) => ({ ...heading(office), path: '/business-startups' }));

export default function BusinessStartups() {
  const { t } = useLingui();
  const { lead } = heading(useOffice());
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading lead={t(lead)}>{t`From an idea to a company`}</PageHeading>
        <Offers />
      </div>
      <section aria-labelledby="structures" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="structures" className="mb-6 text-2xl">
            {t(structures.title)}
          </h2>
          <Structures />
        </div>
      </section>
      <div className="page grid items-start gap-x-20 gap-y-14 py-16 lg:grid-cols-[1.3fr_1fr] lg:py-24">
        <section aria-labelledby="steps">
          <h2 id="steps" className="text-2xl">
            {t`Five steps`}
          </h2>
          <ol className="mt-6 border-t border-control">
            {process.steps.map(({ id, title, detail }, i) => (
              <li key={id} className="grid grid-cols-[3rem_1fr] border-b border-line py-5">
                <span className="figures font-display text-2xl text-accent">{i + 1}</span>
                <span>
                  <h3 className="text-lg">{t(title)}</h3>
                  <p className="text-muted">{t(detail)}</p>
                </span>
              </li>
            ))}
          </ol>
        </section>
        <Durations />
      </div>
      <PageSection id="extras" title={t(extras.title)} className="pb-16 lg:pb-24">
        <ul className="mt-6 grid gap-5 md:grid-cols-2">
          {extras.items.map(({ name, text }) => (
            <li key={name.id} className="rounded-card bg-accent-soft p-6">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 className="text-lg">{t(name)}</h3>
                <Badge tone="success">{t(extras.available)}</Badge>
              </div>
              <p className="mt-1">{t(text)}</p>
            </li>
          ))}
        </ul>
      </PageSection>
      <CallToAction title={t`The first talk is free, and so is a “not yet.”`} ways={[contact, meeting]} />
    </>
  );
}

function Offers() {
  const { t } = useLingui();
  return (
    <ul className="mt-12 border-t border-control">
      {services.map(({ id, title, ask: askAbout, text, includes }) => (
        <li
          key={id}
          className="grid gap-x-10 gap-y-4 border-b border-control py-8 lg:grid-cols-[1fr_1.1fr_auto] lg:items-center"
        >
          <div>
            <h2 className="text-xl">{t(title)}</h2>
            <p className="mt-1 text-muted">{t(text)}</p>
          </div>
          <DashList lines={includes} />
          <LinkButton
            to="/contact-us"
            variant="secondary"
            className="sm:justify-self-start"
            aria-label={t(askAbout)}
          >
            {t`Contact Us`}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}

function Durations() {
  const { t } = useLingui();
  const { title, lines } = timeline(useOffice());
  return (
    <section
      aria-labelledby="durations"
      className="rounded-card border border-line bg-surface p-6 md:p-8 lg:sticky lg:top-28"
    >
      <h2 id="durations" className="text-xl">
        {t(title)}
      </h2>
      <DurationList lines={lines} />
      <p className="mt-6 text-sm text-muted">{t`From the day we have your signature.`}</p>
    </section>
  );
}

/** Each duration as a bar from its earliest to its latest day, and in words. */
function DurationList({ lines }: { lines: ReturnType<typeof timeline>['lines'] }) {
  const { t } = useLingui();
  const longest = Math.max(...lines.map(({ days }) => days.to));
  return (
    <ul className="figures mt-6 grid gap-6">
      {lines.map(({ label, days, text }) => (
        <li key={label.id}>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-semibold">{t(label)}</span>
            <span>{t(text)}</span>
          </p>
          <svg
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="mt-2 h-2.5 w-full overflow-hidden rounded-full"
          >
            <rect width="100" height="10" className="fill-line" />
            <rect width={(days.to / longest) * 100} height="10" className="fill-action" opacity="0.45" />
            <rect width={(days.from / longest) * 100} height="10" className="fill-action" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

/** A table on wide screens. On a phone, each structure is a card, because five columns don't fit. */
function Structures() {
  const { t } = useLingui();
  return (
    <>
      <table className="hidden w-full border-collapse text-left lg:table">
        <caption className="sr-only">{t(structures.caption)}</caption>
        <thead>
          <tr className="border-b border-control">
            <td />
            {structures.columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="px-4 py-3 align-bottom font-display text-lg font-medium"
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {structures.rows.map(({ label, cells }) => (
            <tr key={label.id} className="border-b border-line">
              <th scope="row" className="py-4 pr-4 font-semibold">
                {t(label)}
              </th>
              {structures.columns.map((column, i) => (
                <td key={column.id} className="px-4 py-4">
                  {cells[i] && t(cells[i])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid gap-5 md:grid-cols-2 lg:hidden">
        {structures.columns.map((column, i) => (
          <li key={column.id} className="rounded-card border border-line bg-surface p-5">
            <h3 className="text-xl">{t(column)}</h3>
            <dl className="mt-2">
              {structures.rows.map(({ label, cells }) => (
                <div
                  key={label.id}
                  className="grid grid-cols-2 gap-4 border-b border-line py-2.5 last:border-b-0"
                >
                  <dt className="text-sm text-muted">{t(label)}</dt>
                  <dd>{cells[i] && t(cells[i])}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
