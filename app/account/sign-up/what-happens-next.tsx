import { Trans, useLingui } from '@lingui/react/macro';
import { formatRange } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

const stepsFor = ({ service }: Office, t: Translate): TimelineStep[] => [
  {
    id: 'account',
    title: t(msg`You create your account`),
    detail: t(msg`It takes about two minutes.`),
    state: 'current',
  },
  {
    id: 'email',
    title: t(msg`You confirm your email`),
    detail: t(msg`We’ll send you a link. One tap and you’re in.`),
    state: 'ahead',
  },
  {
    id: 'papers',
    title: t(msg`You send your documents`),
    detail: t(msg`Take a photo with your phone, or choose files from your computer.`),
    state: 'ahead',
  },
  {
    id: 'contact',
    title: t(msg`We contact you`),
    detail: t(
      msg`A preparer reviews everything. Most returns take ${{ days: formatRange(service.personalReturnDays) }} business days.`,
    ),
    state: 'ahead',
  },
  {
    id: 'file',
    title: t(msg`You approve, we file`),
    detail: t(msg`Nothing goes to the IRS until you approve it.`),
    state: 'ahead',
  },
];

export function WhatHappensNext() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <div className="max-w-md">
      <h2 className="text-xl">
        <Trans>What happens next</Trans>
      </h2>
      <div className="mt-6">
        <Timeline label={t`From sign-up to a filed return`} steps={stepsFor(office, t)} />
      </div>
      <p className="mt-8 text-muted">
        <Trans>
          Want to do it together? Call <SupportPhone />.
        </Trans>{' '}
        {spoken(office)}
      </p>
    </div>
  );
}

function spoken({ languages }: Office): string {
  return languages.includes('Spanish') ? 'Hablamos espa\u00f1ol.' : '';
}
