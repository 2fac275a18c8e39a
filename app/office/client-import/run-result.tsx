import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import {
  problemsIn,
  type ReportLine,
  reportFile,
  reportLines,
  resultWords,
} from '#domain/client-import/report.ts';
import { countsOf } from '#domain/client-import/run-import.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Run } from './use-import.ts';

const FIRST_PROBLEMS = 50;

/** What a run did, or would do: counts, problems, and the report. Takes the focus when it appears. */
export function RunResult({ run }: { run: Run }) {
  const { t } = useLingui();
  const lines = reportLines(run.plan, run.outcomes, t);
  const counts = countsOf(run.plan, run.outcomes);
  const isCheck = run.kind === 'check';
  const rows: [string, number][] = [
    [isCheck ? t`New clients` : t`Clients added`, counts.new],
    [isCheck ? t`Will be filled in` : t`Filled in`, counts.filled_in],
    [t`Unchanged`, counts.unchanged],
    [t`Rows about the same client as an earlier row`, counts.repeated],
    [t`Rows that can’t be imported`, counts.refused],
  ];
  return (
    <div className="flex flex-col gap-3">
      <h3 tabIndex={-1} ref={focusOnMount} className="font-sans text-base font-semibold">
        {t(titleOf(run))}
      </h3>
      {run.state === 'failed' && (
        <Banner kind="danger">
          {messageOf(run.error, t)}{' '}
          {isCheck ? (
            <Trans>Nothing was changed. Please check again.</Trans>
          ) : (
            <Trans>What was imported so far stays. Import the list again to go on.</Trans>
          )}
        </Banner>
      )}
      <dl className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm sm:max-w-md">
        {rows.map(([label, count]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right font-semibold">
              {t(msg`${plural({ count }, { one: '#', other: '#' })}`)}
            </dd>
          </div>
        ))}
      </dl>
      <Problems problems={problemsIn(lines)} />
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden />}
        className="self-start"
        onPress={() =>
          saveFile(new Blob([reportFile(lines, t)], { type: 'text/csv' }), t`client-import-report.csv`)
        }
      >
        <Trans>Download report</Trans>
      </Button>
    </div>
  );
}

function titleOf({ kind, state, done, plan }: Run) {
  const of = plan.clients.length;
  if (state === 'stopped') {
    return kind === 'check'
      ? msg`The check was stopped after ${plural({ done }, { one: '#', other: '#' })} of ${plural({ of }, { one: '# client', other: '# clients' })}`
      : msg`The import was stopped after ${plural({ done }, { one: '#', other: '#' })} of ${plural({ of }, { one: '# client', other: '# clients' })}. Import the list again to go on.`;
  }
  if (kind === 'check')
    return state === 'failed' ? msg`The check didn’t finish` : msg`What the import will do`;
  return state === 'failed' ? msg`The import didn’t finish` : msg`The import is done`;
}

function Problems({ problems }: { problems: readonly ReportLine[] }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(FIRST_PROBLEMS);
  if (problems.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h4 id="import-problems" className="font-sans text-sm font-semibold">
        {t(msg`Problems (${plural({ count: problems.length }, { one: '#', other: '#' })})`)}
      </h4>
      <ul
        aria-labelledby="import-problems"
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line text-sm"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
        tabIndex={0}
      >
        {problems.slice(0, shown).map(({ row, result, problems: sentences }) => (
          <li key={row} className="flex flex-col gap-0.5 px-3 py-2 sm:flex-row sm:gap-3">
            <span className="figures w-24 shrink-0 font-semibold">{t(msg`Row ${{ row }}`)}</span>
            <span className="min-w-0">
              {result === 'refused' && <strong>{resultWords(result, t)}. </strong>}
              {sentences.join(' ')}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > shown && (
        <Button variant="quiet" size="small" className="self-start" onPress={() => setShown(shown * 4)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}
