import { done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import type { Database } from '#contract/generated/database.ts';

type Row = Database['public']['Tables']['saved_views']['Row'];
export type SavedView = Pick<Row, 'id' | 'owner_id' | 'name' | 'query' | 'columns' | 'shared' | 'position'>;

/** More than staff have: each person has at most 30. */
const MOST = 300;
const viewsKey = ['saved-views'] as const;

/** The person's own views in their order, then those that colleagues share. */
export const viewsQuery = (ownId: string) => ({
  ...readQuery([...viewsKey, ownId], () =>
    rest
      .from('saved_views')
      .select('id, owner_id, name, query, columns, shared, position')
      .order('position')
      .order('created_at')
      .limit(MOST),
  ),
  select(views: SavedView[]): SavedView[] {
    const isOwn = ({ owner_id }: SavedView) => owner_id === ownId;
    return [...views.filter(isOwn), ...views.filter((view) => !isOwn(view))];
  },
});

type NewView = Omit<SavedView, 'id' | 'owner_id'>;

export const viewActions = {
  add: (view: NewView) => done(rest.from('saved_views').insert(view)),
  change: (id: string, changes: Partial<NewView>) =>
    done(rest.from('saved_views').update(changes).eq('id', id)),
  remove: (id: string) => done(rest.from('saved_views').delete().eq('id', id)),
};

export function useViewAction() {
  return useAction(() => invalidate(viewsKey));
}
