import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { chooseFiles } from '#app/shared/browser/choose-files.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import {
  hasName,
  importFields,
  isImportField,
  type Mapping,
  withField,
} from '#domain/client-import/fields.ts';
import { type ClientList, LIST_BOUNDS, readClientList } from '#domain/client-import/read-list.ts';
import { faultWords } from '#domain/client-import/report.ts';
import { countsOf } from '#domain/client-import/run-import.ts';
import { msg, plural } from '#domain/language/message.ts';
import { RunResult } from './run-result.tsx';
import { useImport } from './use-import.ts';

const LIST_TYPES = ['.csv', '.txt', '.tsv', 'text/csv', 'text/plain', 'text/tab-separated-values'];

interface Chosen {
  name: string;
  list: ClientList;
  mapping: Mapping;
}

/** Imports the clients of another program. The file is read here; only the rows as they were mapped are sent. */
export default function ClientImport() {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const job = useImport();
  const isRunning = job.run?.state === 'running';

  async function choose(file: File) {
    job.clear();
    setChosen(null);
    setProblem(null);
    try {
      const read =
        file.size > LIST_BOUNDS.bytes
          ? ({ fault: 'too_large' } as const)
          : readClientList(new Uint8Array(await file.arrayBuffer()), TextDecoder);
      if ('fault' in read) return setProblem(t(faultWords[read.fault]));
      setChosen({ name: file.name, list: read.list, mapping: read.list.mapping });
    } catch {
      setProblem(t`We can’t read this file anymore. Please choose it again.`);
    }
  }

  return (
    <>
      <Panel id="client-import" title={t`Import clients`} level={2}>
        <p className="max-w-prose text-sm text-muted">
          <Trans>
            Export the client list of your tax program as a CSV file, and choose it here. Clients who are
            already here are not added again: only what is missing is filled in. Of an SSN or EIN, only the
            last four digits are kept.
          </Trans>
        </p>
        <Button
          variant={chosen ? 'secondary' : 'primary'}
          icon={<FileUp size={18} aria-hidden />}
          isDisabled={isRunning}
          onPress={() => chooseFiles({ types: LIST_TYPES }, ([file]) => file && void choose(file))}
          className="self-start"
        >
          {chosen ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        </Button>
        <Problem>{problem}</Problem>
      </Panel>
      {chosen && (
        <Panel
          id="import-columns"
          level={2}
          title={
            <span tabIndex={-1} ref={focusOnMount}>
              {chosen.name}
            </span>
          }
        >
          <Columns
            key={chosen.name}
            chosen={chosen}
            job={job}
            onMap={(mapping) => {
              job.clear();
              setChosen({ ...chosen, mapping });
            }}
          />
        </Panel>
      )}
    </>
  );
}

const SAMPLE_ROWS = 3;

interface ColumnsProps {
  chosen: Chosen;
  job: ReturnType<typeof useImport>;
  onMap: (mapping: Mapping) => void;
}

function Columns({ chosen: { list, mapping }, job, onMap }: ColumnsProps) {
  const { t } = useLingui();
  const { run } = job;
  const isRunning = run?.state === 'running';
  const [isIncomplete, setIncomplete] = useState(false);
  const options = Object.entries(importFields).map(([value, label]) => ({ value, label: t(label) }));
  const checked = run?.kind === 'check' && run.state === 'done' ? countsOf(run.plan, run.outcomes) : null;
  const count = checked ? checked.new + checked.filled_in : 0;
  return (
    <>
      <p className="text-sm text-muted">
        {t(msg`${plural({ rows: list.rows.length }, { one: '# row', other: '# rows' })}.`)}{' '}
        <Trans>Say what each column is. Then check what the import will do; nothing is changed yet.</Trans>
      </p>
      <fieldset disabled={isRunning} className="min-w-0">
        <legend className="sr-only">{t`Columns`}</legend>
        {/* For each column: its heading, what the first rows have in it, and what it is. */}
        <ul
          aria-label={t`Columns of the file`}
          className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3"
        >
          {list.headings.map((heading, column) => (
            <li
              // Two columns may have the same heading; their order doesn't change.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={column}
              className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-3"
            >
              <NativeSelect
                id={`import-column-${column}`}
                label={
                  <span className="wrap-anywhere">{heading || t`Column ${{ number: column + 1 }}`}</span>
                }
                placeholder={t`Not imported`}
                options={options}
                value={mapping[column] ?? ''}
                onChange={(value) => {
                  setIncomplete(false);
                  onMap(withField(mapping, column, isImportField(value) ? value : null));
                }}
              />
              <ul aria-label={t`First rows`} className="text-sm text-muted">
                {list.rows.slice(0, SAMPLE_ROWS).map(({ line, cells }) => (
                  <li key={line} className="truncate">
                    {cells[column]?.trim() || '–'}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </fieldset>
      {isIncomplete && (
        <Banner kind="danger" announce>
          <Trans>Choose the column with the name, the last name, or the business name.</Trans>
        </Banner>
      )}
      {run && !isRunning && <RunResult key={`${run.kind} ${run.state} ${run.done}`} run={run} />}
      {run && isRunning && (
        <ProgressBar
          label={run.kind === 'check' ? t`Checking...` : t`Importing...`}
          value={run.plan.clients.length === 0 ? 100 : (100 * run.done) / run.plan.clients.length}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {isRunning && (
          <Button variant="secondary" onPress={job.stop}>
            <Trans>Stop</Trans>
          </Button>
        )}
        {!isRunning && count > 0 && run && (
          <Button onPress={() => void job.importAll(run.plan)}>
            {t(msg`Import ${plural({ count }, { one: '# client', other: '# clients' })}`)}
          </Button>
        )}
        {!isRunning && (
          <Button
            variant={run ? 'secondary' : 'primary'}
            onPress={() => {
              if (hasName(mapping)) void job.check(list, mapping);
              else setIncomplete(true);
            }}
          >
            {run ? <Trans>Check again</Trans> : <Trans>Check</Trans>}
          </Button>
        )}
      </div>
      {checked && count === 0 && (
        <p className="text-sm">
          {checked.unchanged > 0 ? (
            <Trans>There is nothing to import: every client of this list is already here.</Trans>
          ) : (
            <Trans>Nothing in this list can be imported. The problems say why.</Trans>
          )}
        </p>
      )}
    </>
  );
}
