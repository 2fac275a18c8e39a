import { useLingui } from '@lingui/react/macro';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { Timeline, timelineSteps } from '#app/ui/layout/timeline.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import { DocumentList } from '../blocks/document-list.tsx';
import { PageSection } from '../blocks/page-section.tsx';

const steps = [
  {
    title: msg`Create your account`,
    detail: msg`Enter your name, email, phone, and a password. Then open the link we email you.`,
  },
  {
    title: msg`Add your documents`,
    detail: msg`Upload photos or PDFs into folders by year. You’ll see when each file is done.`,
  },
  {
    title: msg`We call or text you`,
    detail: msg`We’ll have questions, or your finished return.`,
  },
];

const safety = ({ claims, retention }: Office) => [
  {
    title: msg`${{ bits: claims.encryptionBits }}-bit encryption`,
    text: msg`Your files are encrypted when they’re sent and when they’re stored.`,
  },
  {
    title: msg`Only you and us`,
    text: msg`Only you and our staff can see your documents. No one else can.`,
  },
  {
    title: msg`We never ask for your password`,
    text: msg`Not by phone, and not by email. If someone asks, it isn’t us.`,
  },
  {
    title: msg`Kept for up to ${{ years: retention.marketingYears }} years`,
    text: msg`So an old return is two taps away when a bank asks for it.`,
  },
];

export const meta = pageMeta(() => ({
  title: msg`Upload your tax documents`,
  description: msg`How to send us your tax documents safely from home, and which ones we need.`,
  path: '/upload',
}));

export default function UploadInfo() {
  const hint = useSessionHint();
  const { t } = useLingui();
  const office = useOffice();
  return (
    <>
      <div className="page grid gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-28 print:hidden">
        <div>
          <PageHeading
            lead={t`Take a picture of each page with your phone, or send PDFs. No scanner, and no email attachments.`}
          >{t`Send your documents without leaving home`}</PageHeading>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            {hint ? (
              <LinkButton to="/secured-files" size="large">
                {t`Upload Now`}
              </LinkButton>
            ) : (
              <>
                <LinkButton to="/signup" size="large">
                  {t`Create Account`}
                </LinkButton>
                <LinkButton to="/login" size="large" variant="secondary">
                  {t`Sign In`}
                </LinkButton>
              </>
            )}
          </div>
          <PhoneAndForm className="mt-12 hidden w-full max-w-[24rem] text-action lg:block" />
        </div>
        <div className="self-start rounded-card border border-line bg-surface p-6 md:p-9">
          <h2 className="mb-6 text-xl">{t`How it works`}</h2>
          {/* A signed-in visitor has completed the first step. */}
          <Timeline
            label={t`Steps to send your documents`}
            steps={timelineSteps(steps, hint === null ? 0 : 1, t)}
          />
        </div>
      </div>
      <PageSection id="papers" title={t`What we need to see`} sunken>
        <p className="mt-3 mb-6 max-w-text text-muted">{t`Send what you have. If something is missing, we’ll tell you what it is and where to find it.`}</p>
        <DocumentList />
      </PageSection>
      <PageSection id="safety" title={t`Who can see them`} className="py-16 lg:py-24 print:hidden">
        <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
          {safety(office).map(({ title, text }) => (
            <div key={title.id} className="border-t border-control pt-4">
              <dt className="text-lg font-semibold">{t(title)}</dt>
              <dd className="mt-1 text-muted">{t(text)}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
    </>
  );
}
