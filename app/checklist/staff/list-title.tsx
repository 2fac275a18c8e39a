import { Trans } from '@lingui/react/macro';
import { progressOf } from '#domain/checklist/state.ts';

/** Names the list of a year, and says how much of it is done. */
export function ListTitle({ year, lines }: { year: number; lines: Parameters<typeof progressOf>[0] }) {
  const { done, total } = progressOf(lines);
  return (
    <>
      <Trans>Documents {year}</Trans>
      {total > 0 && (
        <span className="figures ml-2 font-normal whitespace-nowrap text-muted">
          <Trans>
            {done} of {total}
          </Trans>
        </span>
      )}
    </>
  );
}
