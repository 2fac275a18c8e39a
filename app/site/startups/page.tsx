import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { formatRange } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { DashList } from '../blocks/dash-list.tsx';
import { PageSection } from '../blocks/page-section.tsx';

export const meta = pageMeta(({ office: { state } }) => ({
  title: msg`Start a business`,
  description: msg`LLC, S-Corp and C-Corp formation and business licenses in ${{ state }}: structures compared, the steps, and how long each takes.`,
  path: '/business-startups',
}));

export default function BusinessStartups() {
  const { t } = useLingui();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <PageHeading
          lead={t`LLC, corporation, or licenses: we help you choose the right one, file it, and hand you a folder with everything in it.`}
        >
          {t`From an idea to a company`}
        </PageHeading>
        <Offers />
      </div>
      <PageSection id="structures" title={t`Four structures, side by side`} sunken>
        <Structures />
      </PageSection>
      <div className="page grid items-start gap-x-20 gap-y-14 py-16 lg:grid-cols-[1.3fr_1fr] lg:py-24">
        <section aria-labelledby="steps">
          <h2 id="steps" className="text-2xl">
            {t`Five steps`}
          </h2>
          <ol className="mt-6 border-t border-control">
            {steps.map(({ title, detail }, i) => (
              <li key={title.id} className="grid grid-cols-[3rem_1fr] border-b border-line py-5">
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
      <PageSection id="extras" title={t`Once you’re up and running`} className="pb-16 lg:pb-24">
        <ul className="mt-6 grid gap-5 md:grid-cols-2">
          {extras.map(({ name, text }) => (
            <li key={name.id} className="rounded-card bg-accent-soft p-6">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 className="text-lg">{t(name)}</h3>
                <Badge tone="success">{t`Available`}</Badge>
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
      {services.map(({ title, ask: askAbout, text, includes }) => (
        <li
          key={title.id}
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

/** Each duration as a bar from its earliest to its latest day, and in words. */
function Durations() {
  const { t } = useLingui();
  const lines = durations(useOffice());
  const longest = Math.max(...lines.map(({ days }) => days.to));
  return (
    <section
      aria-labelledby="durations"
      className="rounded-card border border-line bg-surface p-6 md:p-8 lg:sticky lg:top-28"
    >
      <h2 id="durations" className="text-xl">
        {t`How long it takes`}
      </h2>
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
      <p className="mt-6 text-sm text-muted">{t`From the day we have your signature.`}</p>
    </section>
  );
}

/** A table on wide screens. On a phone, each structure is a card, because five columns don't fit. */
function Structures() {
  const { t } = useLingui();
  return (
    <>
      <table className="mt-6 hidden w-full border-collapse text-left lg:table">
        <caption className="sr-only">{t`Sole proprietorship, LLC, S-Corp, and C-Corp compared`}</caption>
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
      <ul className="mt-6 grid gap-5 md:grid-cols-2 lg:hidden">
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

const services = [
  {
    title: msg`LLC formation`,
    ask: msg`Contact Us about LLC formation`,
    text: msg`The usual start for one owner or a few. Your house and car are safe from the business’s debts.`,
    includes: [
      msg`Name check and state filing`,
      msg`Operating agreement`,
      msg`EIN, your company’s tax number`,
    ],
  },
  {
    title: msg`Corporation setup`,
    ask: msg`Contact Us about Corporation setup`,
    text: msg`An S-Corp or C-Corp, for when you have partners, employees, or investors.`,
    includes: [
      msg`Articles and bylaws`,
      msg`Shares and first minutes`,
      msg`S election with the IRS, if it saves you money`,
    ],
  },
  {
    title: msg`Business licenses`,
    ask: msg`Contact Us about Business licenses`,
    text: msg`Food, beauty, construction, or driving: most trades need a permit.`,
    includes: [msg`Which ones you need`, msg`State and town applications`, msg`Sales tax registration`],
  },
];

const extras = [
  { name: msg`Business Credit Setup`, text: msg`So the bank looks at your company, not at you.` },
  { name: msg`Trademark Registration`, text: msg`So the name on your door stays yours.` },
];

const structures = {
  columns: [msg`Sole proprietorship`, msg`LLC`, msg`S-Corp`, msg`C-Corp`],
  rows: [
    { label: msg`Protects what you own`, cells: [msg`No`, msg`Yes`, msg`Yes`, msg`Yes`] },
    {
      label: msg`Who pays the tax`,
      cells: [
        msg({ message: 'You', context: 'who pays' }),
        msg`You, or as you choose`,
        msg`You, by your share`,
        msg`The company, then you`,
      ],
    },
    {
      label: msg`Self-employment tax (for Social Security and Medicare)`,
      cells: [
        msg`On all profit`,
        msg`On all profit, unless it is taxed as a corporation`,
        msg`None. You pay payroll tax on a fair salary, but not on distributions`,
        msg`None. You pay payroll tax on your salary, and dividends are taxed as income`,
      ],
    },
    {
      label: msg`Owners`,
      cells: [msg({ message: 'One', context: 'owner' }), msg`Any number`, msg`Up to 100`, msg`Any number`],
    },
    {
      label: msg`Paperwork`,
      cells: [
        msg({ message: 'Least', context: 'paperwork' }),
        msg({ message: 'Little', context: 'paperwork' }),
        msg({ message: 'Some', context: 'paperwork' }),
        msg({ message: 'Most', context: 'paperwork' }),
      ],
    },
    {
      label: msg`Good for`,
      cells: [msg`Trying it out`, msg`Most small businesses`, msg`A steady, good profit`, msg`Raising money`],
    },
  ],
};

const steps = [
  {
    title: msg`Consultation`,
    detail: msg`We talk about what you do, who you do it with, and what could go wrong.`,
  },
  {
    title: msg`Documentation`,
    detail: msg`We write the documents. You read and sign them.`,
  },
  {
    title: msg({ message: 'Filing', context: 'of a new company' }),
    detail: msg`We file with the state and follow up.`,
  },
  {
    title: msg`EIN and setup`,
    detail: msg`Your tax number, your tax registrations, and what the bank needs.`,
  },
  {
    title: msg({ message: 'Delivery', context: 'of documents' }),
    detail: msg`You get one folder, on paper and in your account. You’re open for business.`,
  },
];

const inDays = (label: MessageDescriptor, days: Parameters<typeof formatRange>[0]) => ({
  label,
  days,
  text: msg`${{ days: formatRange(days) }} business days`,
});

const durations = ({ service: { formation } }: Office) => [
  inDays(msg`LLC`, formation.llcDays),
  inDays(msg`Corporation`, formation.corporationDays),
  inDays(msg`EIN`, formation.einDays),
  {
    label: msg({ message: 'Rush', context: 'how fast' }),
    days: { from: formation.rushHours.from / 24, to: formation.rushHours.to / 24 },
    text: msg`${{ hours: formatRange(formation.rushHours) }} hours`,
  },
];
