import { useLingui } from '@lingui/react/macro';
import { structures } from './content.ts';

/** A table on wide screens. On a phone, each structure is a card, because five columns don't fit. */
export function Structures() {
  const { t } = useLingui();
  return (
    <>
      <table className="hidden w-full border-collapse text-left lg:table">
        <caption className="sr-only">{t(structures.caption)}</caption>
        <thead>
          <tr className="border-b border-control">
            <td />
            {structures.columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="px-4 py-3 align-bottom font-display text-lg font-medium"
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {structures.rows.map(({ label, cells }) => (
            <tr key={label.id} className="border-b border-line">
              <th scope="row" className="py-4 pr-4 font-semibold">
                {t(label)}
              </th>
              {structures.columns.map((column, i) => (
                <td key={column.id} className="px-4 py-4">
                  {cells[i] && t(cells[i])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid gap-5 md:grid-cols-2 lg:hidden">
        {structures.columns.map((column, i) => (
          <li key={column.id} className="rounded-card border border-line bg-surface p-5">
            <h3 className="text-xl">{t(column)}</h3>
            <dl className="mt-2">
              {structures.rows.map(({ label, cells }) => (
                <div
                  key={label.id}
                  className="grid grid-cols-2 gap-4 border-b border-line py-2.5 last:border-b-0"
                >
                  <dt className="text-sm text-muted">{t(label)}</dt>
                  <dd>{cells[i] && t(cells[i])}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
