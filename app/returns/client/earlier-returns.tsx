import { longDate } from '#app/shared/format/dates.ts';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { returnKindNames } from '#domain/returns/tax-return.ts';
import type { TaxReturn } from '../queries.ts';

/** The finished ones of the years before. */
export function EarlierReturns({ returns }: { returns: readonly TaxReturn[] }) {
  if (returns.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="earlier-returns">
      <h2 id="earlier-returns" className="text-lg">
        Earlier returns
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {returns.map(({ id, year, kind, updated_at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <span>
              {returnKindNames[kind]} {year}
            </span>
            <span className="figures text-sm text-muted">Accepted {longDate(updated_at)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        The copies lie in your{' '}
        <SmartLink to={FILES_PATH} className="link">
          secured files
        </SmartLink>
        .
      </p>
    </Card>
  );
}
