import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { type ReadItem, readOut } from '#domain/tax-form/read-out.ts';
import { sectionTitle } from '#domain/tax-form/sections.ts';
import { sentFormQuery } from '../autosave/form-data.ts';

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
          {isOwn
            ? t`You haven’t submitted a form for ${year} yet.`
            : t`No one has submitted a form for ${year} yet.`}
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

function FormAnswers({ saved, sensitive }: { saved: unknown; sensitive: 'masked' | 'shown' }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-8 print:gap-5">
      {readOut(saved, { sensitive }, t).map(({ section, items, dependents: people }) => (
        <section key={section} className="flex flex-col gap-2">
          <h3 className="text-lg">{sectionTitle(section, t)}</h3>
          <Answers items={items} />
          {people.map((person, at) => (
            <section key={person[0]?.path} className="mt-2 break-inside-avoid">
              <h4 className="text-sm font-semibold">{t`Dependent ${{ number: at + 1 }}`}</h4>
              <Answers items={person} />
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

function Answers({ items }: { items: ReadItem[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <div
          key={item.path}
          className="grid items-baseline gap-x-6 break-inside-avoid py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[2fr_3fr] print:py-1"
        >
          <dt className="text-sm text-muted">{item.question}</dt>
          <dd className="figures min-w-0 font-medium break-words whitespace-pre-line">
            {item.answer || <Trans>Not answered</Trans>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
