import { useLingui } from '@lingui/react/macro';
import { ArrowUpRight } from 'lucide-react';
import { formatRange } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, uploadInstead } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';

const atHand = [
  msg`Your Social Security number or ITIN`,
  msg`Your filing status, like single or married filing jointly`,
  msg`The exact refund, in whole dollars, from your copy of the return`,
];

const federal = ({ links }: Office) => [
  {
    title: msg`Federal refund`,
    text: msg`The official IRS tracker. It’s updated once a day, at night.`,
    to: links.federalRefund,
    label: msg`Check my federal refund`,
  },
  {
    title: msg`Amended return`,
    text: msg`A corrected return takes longer. It shows up here about three weeks after we send it.`,
    to: links.amendedReturn,
    label: msg`Check my amended return`,
  },
  {
    title: msg`The IRS app`,
    text: msg`The same tracker on your phone, in English and Spanish.`,
    to: links.irsApp,
    label: msg`Get the IRS app`,
  },
  {
    title: msg`By phone`,
    text: msg`You’ll hear a recorded message or, if you wait, talk to a person. Early mornings are fastest.`,
    to: `tel:${links.irsPhone.e164}`,
    label: msg`Call ${{ phone: links.irsPhone.display }}`,
  },
];

export const meta = pageMeta(({ office: { service, links } }) => {
  const days = service.refundDaysEfiled;
  const states = links.stateRefunds.length;
  return {
    title: msg`Check your refund`,
    description:
      states > 0
        ? msg`Track your federal refund, an amended return, or a state refund in ${{ states }} states. Usually ${{ days }} days if e-filed.`
        : msg`Track your federal refund or an amended return. Usually ${{ days }} days if e-filed.`,
    path: '/refund',
  };
});

export default function Refund() {
  const office = useOffice();
  const { service } = office;
  const { phone } = office.contact;
  const { t } = useLingui();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24">
        <div className="grid items-start gap-x-20 gap-y-10 lg:grid-cols-[1.25fr_1fr]">
          <PageHeading
            lead={t`Refunds usually arrive within ${{ days: service.refundDaysEfiled }} days if we e-filed your return, or within ${{ weeks: formatRange(service.refundWeeksPaper) }} weeks on paper. The IRS and your state can tell you the date.`}
          >
            {t`Where is my refund?`}
          </PageHeading>
          <section aria-labelledby="at-hand" className="rounded-card bg-accent-soft p-6 md:p-8">
            <h2 id="at-hand" className="text-xl">
              {t`Have these three things ready`}
            </h2>
            <ol className="figures mt-4 flex flex-col gap-3">
              {atHand.map((item, i) => (
                <li key={item.id} className="flex gap-4">
                  <span className="font-display text-lg leading-snug text-accent">{i + 1}</span>
                  {t(item)}
                </li>
              ))}
            </ol>
          </section>
        </div>
        <ul className="mt-14 grid gap-5 md:grid-cols-2">
          {federal(office).map(({ title, text, to, label }, i) => (
            <li
              key={title.id}
              className={
                i === 0
                  ? 'flex flex-col items-start rounded-card border border-deep-line bg-deep p-7 text-on-deep'
                  : 'flex flex-col items-start rounded-card border border-line bg-surface p-7'
              }
            >
              <h2 className="text-xl">{t(title)}</h2>
              <p className={i === 0 ? 'mt-2 mb-6 text-on-deep-muted' : 'mt-2 mb-6 text-muted'}>{t(text)}</p>
              <LinkButton to={to} variant={i === 0 ? 'on-deep' : 'secondary'} className="figures mt-auto">
                {t(label)}
              </LinkButton>
            </li>
          ))}
        </ul>
      </div>
      <StateRefunds />
      <PageSection
        id="late"
        title={t`Is it late? What to do`}
        className="grid gap-x-16 gap-y-4 py-16 lg:grid-cols-[18rem_1fr] lg:py-24"
      >
        <div className="max-w-text">
          <p className="mb-4">{t`The usual reasons are a paper return, a child tax credit, or an IRS letter you haven’t answered. Read the tracker’s message. If it asks for something, do that first.`}</p>
          <p className="mb-4">{t`If you don’t understand it, get your copy and call us. We read these messages every day.`}</p>
        </div>
      </PageSection>
      <CallToAction
        title={t`Lost your copy, or confused by the message? We can help.`}
        ways={[
          contact,
          uploadInstead({ to: `tel:${phone.e164}`, label: t`Call ${{ phone: phone.display }}` }),
        ]}
      />
    </>
  );
}

function StateRefunds() {
  const { stateRefunds } = useOffice().links;
  const { t } = useLingui();
  if (stateRefunds.length === 0) return null;
  return (
    <section aria-labelledby="states" className="bg-sunken">
      <div className="page grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[18rem_1fr] lg:py-24">
        <div>
          <h2 id="states" className="text-2xl">
            {t`State refunds`}
          </h2>
          <p className="mt-3 text-muted">{t`Your state pays on its own schedule, often after the IRS. Each state has its own tracker.`}</p>
        </div>
        <ul className="grid gap-x-8 border-t border-control sm:grid-cols-3">
          {stateRefunds.map(({ state, url }) => (
            <li key={state} className="border-b border-control">
              <SmartLink
                to={url}
                className="flex min-h-16 items-center justify-between gap-3 rounded-control px-1 font-semibold hover:text-action"
              >
                {state}
                <ArrowUpRight size={20} aria-hidden className="shrink-0 text-action" />
              </SmartLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
