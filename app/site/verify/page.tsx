import { Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { loadOnline } from '#app/shared/browser/load-online.ts';
import { useDuringHydration } from '#app/shared/browser/use-early-input.ts';
import { WithoutScript } from '#app/shared/browser/without-script.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { signingLimits } from '#domain/signing/request.ts';

export const meta = pageMeta(({ office }) => ({
  title: msg`Verify a signed document`,
  description: msg`Check whether a PDF was signed and sealed by ${{ office: office.name }}, and is unchanged.`,
  path: '/verify',
}));

const MAX_BYTES = signingLimits.bytes + 2 * 1024 * 1024;

interface Checked {
  name: string;
  /** The result is drawn by code that few visitors need. */
  state: 'checking' | 'too_large' | 'failed' | ReactElement;
}

/** Says whether a file is genuine, and nothing about its content. */
export default function Verify() {
  const office = useOffice();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const [checked, setChecked] = useState<Checked | null>(null);

  async function check(file: File | undefined): Promise<void> {
    if (!file) return;
    latest.current = file;
    // A large file that was chosen before may be ready later.
    const show = (state: Checked['state']) => {
      if (latest.current === file) setChecked({ name: file.name, state });
    };
    if (file.size > MAX_BYTES) return show('too_large');
    show('checking');
    try {
      const [{ checkFile }, { Result }] = await Promise.all([
        loadOnline(() => import('./check-file.ts')),
        loadOnline(() => import('./result.tsx')),
      ]);
      show(<Result answer={await checkFile(file)} />);
    } catch (error) {
      console.warn('The file could not be checked', error);
      show('failed');
    }
  }

  // On a phone it comes behind the bar at the bottom.
  useEffect(() => {
    if (checked) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [checked]);

  // The file may be chosen before the page's scripts run.
  useDuringHydration(() => void check(input.current?.files?.[0]));

  return (
    <>
      <WithoutScript />
      <div className="page flex flex-col gap-8 pt-12 pb-16 lg:pt-20">
        <PageHeading
          lead={
            <Trans>
              Choose a PDF to check whether {{ office: office.name }} has sealed it, and whether it was
              changed afterwards. The file stays on your device.
            </Trans>
          }
        >
          <Trans>Verify a signed document</Trans>
        </PageHeading>
        <Card className="max-w-text">
          {/* The browser's own input takes what is dropped, also before the scripts run. */}
          <label className="relative flex min-h-28 flex-col md:min-h-40 items-center justify-center gap-2 rounded-card border-2 border-dashed border-control p-6 text-center outline-offset-2 outline-focus transition-colors duration-150 hover:border-action hover:bg-action-soft has-focus-visible:outline-3">
            <FileText size={32} strokeWidth={1.5} aria-hidden className="text-action" />
            <span className="font-semibold text-action">
              <Trans>Choose a PDF, or drop it here</Trans>
            </span>
            <input
              ref={input}
              type="file"
              accept="application/pdf,.pdf"
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={(event) => void check(event.target.files?.[0])}
            />
          </label>
          <div ref={outcome} aria-live="polite">
            {checked && (
              <div className="mt-5 flex flex-col gap-3">
                <Outcome {...checked} />
              </div>
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

function Outcome({ name, state }: Checked) {
  const { t } = useLingui();
  if (state === 'checking') return <p className="wrap-anywhere">{t`We’re checking ${{ file: name }}...`}</p>;
  return (
    <>
      <p className="font-semibold wrap-anywhere">{name}</p>
      {state === 'too_large' ? (
        <Banner kind="warning">{t`This file is too large to be one that we sealed.`}</Banner>
      ) : state === 'failed' ? (
        <Banner kind="danger">{t`We couldn’t check the file. Please try again in a few minutes.`}</Banner>
      ) : (
        state
      )}
    </>
  );
}
