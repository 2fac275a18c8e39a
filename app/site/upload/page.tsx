import { business } from '#app/business.ts';
import { useSessionHint } from '#app/client/session-hint.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Timeline, type TimelineStep } from '#app/ui/timeline.tsx';
import { DocumentList } from '../document-list.tsx';
import { PhoneAndForm } from '../drawings/phone-and-form.tsx';
import { pageMeta } from '../meta.ts';

const { claims, retention } = business;

export const meta = () =>
  pageMeta({
    title: 'Upload your tax documents',
    description: 'How to send us your tax papers safely from home, and which papers we need.',
    path: '/upload',
  });

const steps = [
  {
    id: 'account',
    title: 'Create your account',
    detail: 'Name, e-mail, phone and a password. Confirm the link we mail you.',
  },
  { id: 'form', title: 'Answer the yearly questions', detail: 'You can stop and come back.' },
  {
    id: 'files',
    title: 'Add your papers',
    detail: 'Photos or PDFs, in folders by year. You see each file arrive.',
  },
  { id: 'call', title: 'We call or text you', detail: 'With questions, or with the finished return.' },
];

/** Who is signed in has the first step behind them. */
function stepsFor(signedIn: boolean): TimelineStep[] {
  const now = signedIn ? 1 : 0;
  return steps.map((step, i) => ({ ...step, state: i < now ? 'done' : i === now ? 'current' : 'ahead' }));
}

const safety = [
  { title: `${claims.encryptionBits}-bit encryption`, text: 'On the way to us and in our store.' },
  { title: 'Yours and ours alone', text: 'You see your own papers, and our staff sees them. Nobody else.' },
  { title: 'We never ask for your password', text: 'Not by phone, not by e-mail. Whoever does is not us.' },
  {
    title: `Kept for up to ${retention.marketingYears} years`,
    text: 'So that an old return is two taps away when a bank asks for it.',
  },
];

export default function UploadInfo() {
  const hint = useSessionHint();
  return (
    <>
      <div className="page grid gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-28">
        <div>
          <PageHeading lead="Take a picture of each page with your phone, or send PDFs. No scanner, no e-mail attachments.">
            Send your papers without leaving home
          </PageHeading>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            {hint ? (
              <LinkButton to="/secured-files" size="large">
                Upload Now
              </LinkButton>
            ) : (
              <>
                <LinkButton to="/signup" size="large">
                  Create Account
                </LinkButton>
                <LinkButton to="/login" size="large" variant="secondary">
                  Sign In
                </LinkButton>
              </>
            )}
          </div>
          <PhoneAndForm className="mt-12 hidden w-full max-w-[24rem] text-action lg:block" />
        </div>
        <div className="self-start rounded-card border border-line bg-surface p-6 md:p-9">
          <h2 className="mb-6 text-xl">How it goes</h2>
          <Timeline label="The steps of sending papers" steps={stepsFor(hint !== null)} />
        </div>
      </div>
      <section aria-labelledby="papers" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="papers" className="text-2xl">
            What we need to see
          </h2>
          <p className="mt-3 mb-6 max-w-text text-muted">
            Send what you have. If something is missing, we tell you what and where to find it.
          </p>
          <DocumentList />
        </div>
      </section>
      <section aria-labelledby="safety" className="page py-16 lg:py-24">
        <h2 id="safety" className="text-2xl">
          Who can see them
        </h2>
        <dl className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
          {safety.map(({ title, text }) => (
            <div key={title} className="border-t border-control pt-4">
              <dt className="text-lg font-semibold">{title}</dt>
              <dd className="mt-1 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
