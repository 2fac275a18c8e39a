import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { respondOwn } from '#app/shared/api/own-fetch.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { msg } from '#domain/language/message.ts';
import { isDay, yearOf } from '#domain/office-time/days.ts';

const formats = [
  ['csv', msg`Spreadsheet (CSV)`],
  ['iif', msg`QuickBooks Desktop (IIF)`],
] as const;

/** The books of some days, for a spreadsheet or for QuickBooks. */
export function ExportForm() {
  const { t } = useLingui();
  const today = useOfficeClock().today();
  const [since, setSince] = useState(`${yearOf(today)}-01-01`);
  const [until, setUntil] = useState(today);
  const { run, busy, problem } = useAction();
  const isReady = isDay(since) && isDay(until) && since <= until;
  const save = (format: (typeof formats)[number][0]) =>
    void run(async () => {
      const response = await respondOwn('/functions/v1/billing-export', { body: { since, until, format } });
      saveFile(await response.blob(), `${t`books`}-${since}-${until}.${format}`);
    });
  return (
    <Panel id="export-books" level={2} title={t`Export the books`}>
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t`From`} type="date" value={since} onChange={setSince} />
        <TextField label={t`To`} type="date" value={until} onChange={setUntil} />
      </div>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-2">
        {formats.map(([format, name]) => (
          <Button
            key={format}
            size="small"
            variant="secondary"
            busy={busy}
            isDisabled={!isReady}
            icon={<Download size={16} aria-hidden />}
            onPress={() => save(format)}
          >
            {t(name)}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted">
        <Trans>Each transaction with its entries. The export is recorded in the log.</Trans>
      </p>
    </Panel>
  );
}
