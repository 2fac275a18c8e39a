import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { sentFormQuery } from '../autosave/form-data.ts';
import { FormAnswers } from './form-answers.tsx';

/** The client's printable copy of the form that was sent. */
export function PrintedCopy({
  userId,
  year,
  isOwn = true,
  mayReveal = true,
  onClose,
}: {
  userId: string;
  year: number;
  isOwn?: boolean;
  /** Without it, the server masks the numbers. */
  mayReveal?: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { dateTimeAndZone } = useDates();
  const { data: sent, error, isPending } = useQuery(sentFormQuery(userId, year));
  const [shown, setShown] = useState(false);
  if (isPending) return <Loading />;
  return (
    <section aria-labelledby="yearly-form" className="flex max-w-3xl flex-col gap-6">
      <header>
        <h2 id="yearly-form" tabIndex={-1} className="text-2xl">
          <Trans>Annual Tax Form {year}</Trans>
        </h2>
        {sent && (
          <p className="figures mt-1 text-muted">
            <Trans>Submitted {{ time: dateTimeAndZone(sent.submittedAt) }}</Trans>
          </p>
        )}
      </header>
      <div className="flex flex-wrap gap-3 print:hidden">
        {sent && (
          <>
            <Button icon={<Printer size={18} aria-hidden />} onPress={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
            {mayReveal && (
              <Button
                variant="secondary"
                icon={shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
                onPress={() => setShown(!shown)}
              >
                {shown ? t`Hide Social Security and bank numbers` : t`Show Social Security and bank numbers`}
              </Button>
            )}
          </>
        )}
        <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden />} onPress={onClose}>
          <Trans>Back to my files</Trans>
        </Button>
      </div>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {sent === null && (
        <Banner>
          {isOwn ? (
            <Trans>You haven’t submitted a form for {year} yet.</Trans>
          ) : (
            <Trans>No one has submitted a form for {year} yet.</Trans>
          )}
        </Banner>
      )}
      {sent && (
        <div className="rounded-card border border-line bg-surface p-4 md:p-7 print:border-0 print:p-0">
          <FormAnswers saved={sent.form} sensitive={shown ? 'shown' : 'masked'} />
        </div>
      )}
    </section>
  );
}
