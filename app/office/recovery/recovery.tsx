import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import type { RecoveryAnswer, RecoveryState } from '#contract/recovery.ts';

export default function Recovery() {
  const { t } = useLingui();
  const query = useQuery({ queryKey, queryFn: () => callOwn<RecoveryState>(path) });
  return (
    <Panel id="office-recovery" title={t`Recovery sheet`} level={2}>
      <Loaded
        query={query}
        skeleton="h-20"
        wording={(problem) => t`We couldn’t load the recovery sheet: ${{ problem }}`}
      >
        {(state) => (state.confirmed ? <Confirmed {...state} /> : <WordCheck {...state} />)}
      </Loaded>
    </Panel>
  );
}

function Confirmed({ fingerprint, confirmed }: RecoveryState) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const person = confirmed?.by ?? t`A super user`;
  const day = confirmed && longDate(confirmed.at);
  return (
    <p className="text-sm">
      <Trans>
        {person} confirmed it on {day}. Key <KeyName>{fingerprint}</KeyName>. You’ll need to confirm again
        after the encryption key changes.
      </Trans>
    </p>
  );
}

function WordCheck({ fingerprint, asked }: RecoveryState) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { run, busy, problem } = useAction();
  const [words, setWords] = useState<RecoveryAnswer['words']>(['', '']);
  const [missing, setMissing] = useState(false);
  const field = (at: 0 | 1) => (
    <TextField
      label={t`Word ${{ number: asked[at] }}`}
      value={words[at]}
      error={missing && words[at].trim() === '' ? t`Type this word` : ''}
      onChange={(text) => setWords(at === 0 ? [text, words[1]] : [words[0], text])}
      autoComplete="off"
      autoCorrect="off"
      spellCheck="false"
      maxLength={100}
      className="min-w-40 flex-1"
    />
  );
  return (
    <>
      <Banner kind="warning">
        <Trans>
          If you lose the portal’s computer, you can only open a backup with the recovery sheet. Print it and
          keep two copies in two safe places.
        </Trans>
      </Banner>
      <p className="text-sm">
        <Trans>
          The sheet is the file <code className="break-all">recovery-sheet.html</code> in the portal’s data
          folder. To create it again, run <code className="break-all">npm run portal -- keys sheet</code> on
          the server. It’s the sheet for the key <KeyName>{fingerprint}</KeyName>.
        </Trans>
      </p>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const isMissing = words.some((word) => word.trim() === '');
          setMissing(isMissing);
          if (isMissing) return;
          void run(async () => {
            queries.setQueryData(queryKey, await callOwn<RecoveryState>(path, { body: { words } }));
            notify('success', t`The recovery sheet was confirmed.`);
          });
        }}
      >
        <div className="flex flex-wrap items-start gap-3">
          {field(0)}
          {field(1)}
        </div>
        <Problem>{problem}</Problem>
        <Button type="submit" busy={busy} className="self-start">
          <Trans>Confirm the sheet</Trans>
        </Button>
      </form>
    </>
  );
}

function KeyName({ children }: { children: string }) {
  return <span className="whitespace-nowrap font-semibold">{children}</span>;
}

const queryKey = ['office', 'recovery'] as const;
const path = '/functions/v1/recovery-sheet';
