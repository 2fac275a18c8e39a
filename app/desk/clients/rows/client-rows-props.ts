import type { Profile } from '#app/shared/session/profile.ts';
import type { DocumentList } from '#contract/document-lists.ts';
import type { ListFilters } from '../../manage-params.ts';
import type { Marks } from '../bulk/selection/marks.ts';
import type { ClientFacts, PersonFound } from '../clients-query.ts';
import type { ColumnId } from '../columns/columns.ts';
import type { RowRange } from './use-row-window.ts';

/** What the table and the cards have in common. */
export interface ClientRowsProps {
  filters: ListFilters;
  columns: readonly ColumnId[];
  count: number;
  clientAt: (index: number) => Profile | undefined;
  factsOf: (userId: string) => ClientFacts | undefined;
  documentsOf: (userId: string) => DocumentList | undefined;
  foundBy: (userId: string) => PersonFound | undefined;
  /** Whether the results are of the previous search. */
  isOutdated: boolean;
  onSee: (range: RowRange) => void;
  /** Null until their script is here. */
  marks: Marks | null;
}
