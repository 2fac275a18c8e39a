import { Trans, useLingui } from '@lingui/react/macro';
import { Printer } from 'lucide-react';
import { Link } from '#app/language/links.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { copySearch, formSearch } from '../address.ts';

const HERE = '/secured-files';
const quiet = 'link inline-flex min-h-11 items-center gap-2 font-semibold';

export interface StatusCardProps {
  year: number;
  isCompleted: boolean | undefined;
  /** False when the return was filed: the server would refuse another form. */
  mayResubmit: boolean;
  /** Of another client. */
  clientName?: string | null;
  /** May fill out the form. */
  mayAnswer?: boolean;
}

export function StatusCard(props: StatusCardProps) {
  const { year, isCompleted, mayResubmit, clientName = null, mayAnswer = true } = props;
  const { t } = useLingui();
  if (isCompleted === undefined) return <Skeleton className="h-32" />;
  return (
    <section
      aria-labelledby="form-status"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 md:px-6 md:py-5"
    >
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="form-status" className="text-lg">
            <Trans>Annual Tax Form {year}</Trans>
          </h2>
          <Badge tone={isCompleted ? 'success' : 'danger'}>
            {isCompleted ? t`Completed` : t`Not Completed`}
          </Badge>
        </div>
        <p className="mt-1 text-muted">
          {clientName !== null
            ? isCompleted
              ? t`We have the tax form of ${clientName} for the year`
              : t`We don’t have the tax form of ${clientName} for the year yet`
            : isCompleted
              ? t`You have already completed your tax form for the year`
              : t`Complete your tax form for the year to help us prepare your return accurately`}
        </p>
      </div>
      {isCompleted ? (
        <div className="flex flex-wrap items-center gap-x-6">
          <Link to={`${HERE}${copySearch('')}`} className={quiet}>
            <Printer size={18} aria-hidden />
            {clientName === null ? t`Print my answers` : t`Open the answers`}
          </Link>
          {mayResubmit && mayAnswer && (
            <Link to={`${HERE}${formSearch('')}`} className={quiet}>
              <Trans>Resubmit form?</Trans>
            </Link>
          )}
        </div>
      ) : mayAnswer ? (
        <LinkButton to={`${HERE}${formSearch('')}`} size="large" className="max-md:w-full">
          <Trans>Submit Now</Trans>
        </LinkButton>
      ) : null}
    </section>
  );
}

/** Shown after the form was sent: what happens next. */
export function SentNote() {
  const { t } = useLingui();
  return (
    <Banner kind="success" announce title={t`Thank you! We got your tax form.`}>
      <Trans>
        Next, send us the documents below. We’ll review everything, prepare your return, and contact you the
        way you chose.
      </Trans>
    </Banner>
  );
}
