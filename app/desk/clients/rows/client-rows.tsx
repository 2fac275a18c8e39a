import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { ClientCards } from './client-cards.tsx';
import type { ClientRowsProps } from './client-rows-props.ts';
import { ClientTable } from './client-table.tsx';

/** A table on wide screens, cards on phones. Only the rows in sight are rendered. */
export function ClientRows(props: ClientRowsProps) {
  return useWideScreen() ? <ClientTable {...props} /> : <ClientCards {...props} />;
}
