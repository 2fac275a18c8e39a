import type { Abuse } from './weapons.ts';

const MARKS = `a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`;
/** A pattern with exponential backtracking in most engines. */
const PATTERN = '((a*)*)*((a*)*)*b';

const embeds = '/rest/v1/checklist_items?select=*,user_profiles(checklist_items(*))';
const wide = `/rest/v1/checklist_items?select=${Array.from({ length: 1600 }, () => 'reason').join(',')}`;

export const restAbuses: readonly Abuse[] = [
  {
    name: 'normalization: rpc/folded, by visitors',
    run: ({ inParallel, ask }) =>
      inParallel(12, () =>
        ask({ method: 'POST', path: '/rest/v1/rpc/folded', body: JSON.stringify({ said: MARKS }) }),
      ),
  },
  {
    name: 'embeds that multiply a client’s own rows',
    run: ({ inParallel, ask }) => inParallel(8, () => ask({ path: embeds, as: 'client' })),
  },
  {
    name: 'embeds that multiply them thrice',
    // Longer than the statement timeout.
    ms: 3_800,
    run: ({ inParallel, ask }) =>
      inParallel(8, () =>
        ask({
          path: '/rest/v1/checklist_items?select=user_profiles(checklist_items(user_profiles(checklist_items(id))))',
          as: 'client',
        }),
      ),
  },
  {
    name: 'one column 1,600 times',
    run: ({ inParallel, ask }) => inParallel(8, () => ask({ path: wide, as: 'client' })),
  },
  {
    name: 'answers that are not read',
    run: ({ inParallel, ask }) =>
      inParallel(70, (loop) => ask({ path: loop % 2 ? wide : embeds, as: 'client', unread: true })),
  },
  {
    name: 'large answers that are not read, from many networks',
    run: ({ inParallel, ask }) =>
      inParallel(120, (loop) =>
        ask({
          path: '/rest/v1/checklist_items?select=*',
          as: 'client',
          unread: true,
          from: 10 + (loop % 30),
        }),
      ),
  },
  {
    name: 'match and imatch, by visitors',
    run: ({ inParallel, ask }) =>
      inParallel(24, (loop) =>
        ask({
          path: `/rest/v1/rpc/folded?said=${'a'.repeat(3000)}&folded=${loop % 2 ? 'i' : ''}match.${encodeURIComponent(PATTERN)}`,
        }),
      ),
  },
  {
    name: 'match and imatch, by a client',
    run: ({ inParallel, ask }) =>
      inParallel(24, (loop) =>
        ask({
          path: `/rest/v1/checklist_items?reason=${loop % 2 ? 'i' : ''}match.${encodeURIComponent(PATTERN)}`,
          as: 'client',
        }),
      ),
  },
  {
    name: 'filters: a list of thousands, and logic in logic',
    run: ({ inParallel, ask }) => {
      const list = Array.from({ length: 3000 }, (_, i) => i).join(',');
      const deep = `and=${'(or'.repeat(2000)}(year.eq.1,year.eq.2)${')'.repeat(2000)}`;
      return inParallel(16, (loop) =>
        ask({
          path: `/rest/v1/checklist_items?${loop % 2 ? `year=in.(${list})` : deep}`,
          as: 'client',
        }),
      );
    },
  },
  {
    name: 'the list of clients, in every order, by a client',
    run: ({ inParallel, ask }) =>
      inParallel(12, (loop) => {
        const sort = ['activity', 'step', 'preparer', 'waiting'][loop % 4];
        return ask({
          path: `/rest/v1/rpc/list_clients?new_files_since=1970-01-01&has_form=false&waiting_days=0&sort=${sort}`,
          as: 'client',
        });
      }),
  },
  {
    name: 'reminders paused as fast as can be, by a client',
    run: ({ inParallel, ask, scene: { userId } }) =>
      inParallel(12, () =>
        ask({
          method: 'POST',
          path: '/rest/v1/rpc/pause_reminders',
          body: JSON.stringify({ client_id: userId, how: 'week' }),
          as: 'client',
        }),
      ),
  },
  {
    name: 'like with many wild cards',
    run: ({ inParallel, ask }) =>
      inParallel(16, () =>
        ask({ path: `/rest/v1/checklist_items?reason=ilike.${'*a'.repeat(400)}*b`, as: 'client' }),
      ),
  },
  {
    name: 'drafts of a megabyte',
    run: ({ inParallel, ask, scene: { userId } }) => {
      const answers = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`a${i}`, 'x'.repeat(100)]));
      const body = JSON.stringify({ user_id: userId, year: 2026, form_data: answers });
      return inParallel(16, () =>
        ask({ method: 'POST', path: '/rest/v1/tax_form_drafts', as: 'client', body }),
      );
    },
  },
  {
    name: 'thousands of rows in one insert',
    run: ({ inParallel, ask, scene: { userId } }) => {
      const rows = Array.from({ length: 8000 }, (_, i) => ({
        user_id: userId,
        year: 2000 + (i % 200),
        version: 1,
      }));
      return inParallel(12, () =>
        ask({
          method: 'POST',
          path: '/rest/v1/tax_form_drafts',
          as: 'client',
          body: JSON.stringify(rows),
        }),
      );
    },
  },
  {
    name: 'contact messages of a megabyte, by visitors',
    run: ({ inParallel, ask }) => {
      const body = JSON.stringify({ name: 'x', email: 'x@example.com', message: 'x'.repeat(1_000_000) });
      return inParallel(24, (loop) =>
        ask({ method: 'POST', path: '/rest/v1/contact_submissions', body, from: 10 + loop }),
      );
    },
  },
];
