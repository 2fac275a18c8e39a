/** 25 clients of the filled office (tests/support/full-office/rows.ts). */
const anyClients = `(
  select md5('client ' || (1 + floor(random() * (select count(*) from public.client_details)))::int)::uuid as id
  from generate_series(1, 25)
)`;

const found = (pattern: string) => `select count(*) from nutmeg.client_search where search like '${pattern}'`;

/**
 * What a request of the staff's screens must read, as one query with the best index, by screen and name. A request that
 * isn't here reads a few rows, and is compared only with one row by its key.
 */
export const bareQueries: Record<string, Record<string, string>> = {
  list: {
    'the facts of 25 rows': `select d.preparer_id, d.tags, f.submitted_at, r.status, l.at,
        (select count(*) from public.file_uploads u where u.user_id = c.id)
      from ${anyClients} as c
      join public.client_details d on d.client_id = c.id
      left join public.tax_forms f on f.user_id = c.id and f.year = 2026
      left join public.tax_returns r on r.user_id = c.id and r.year = 2026
      left join nutmeg.last_uploads l on l.client_id = c.id`,
    'the documents of 25 rows': `select f.form_data, i.item, i.state, d.document_id
      from ${anyClients} as c
      left join public.tax_forms f on f.user_id = c.id and f.year = 2026
      left join public.checklist_items i on i.user_id = c.id and i.year = 2026
      left join public.checklist_documents d on d.item_id = i.id`,
    'with new files, counted':
      'select count(distinct user_id) from public.file_uploads where by_client and seen_at is null',
    'with a rare tag, counted': `select count(*) from public.client_details where tags @> '{VIP}'`,
    'all tags': 'select tags from public.client_details order by client_id limit 10000',
  },
  search: {
    'the start of an address': found('%person4711@%'),
    'three letters that many have': found('%mar%'),
    'two letters': found('%ma%'),
    'one letter': found('%a%'),
  },
  'yearly list': {
    'with a form, no return yet': `select count(*) from public.tax_forms f where f.year = 2026
      and not exists (select from nutmeg.desk_returns r where r.client_id = f.user_id and r.year = 2026)`,
    'everything at once': `select count(*) from public.file_uploads u
      where u.by_client and u.seen_at is null
        and exists (select from nutmeg.client_search s where s.client_id = u.user_id and s.search like '%ma%')`,
  },
  'search everything': {
    'a client': found('%person4711@example.com%'),
    'two letters': found('%w2%'),
  },
  bulk: {
    'all clients': 'select client_id from nutmeg.desk_clients order by created_at desc limit 10000',
    'all of one preparer': `select client_id from nutmeg.desk_clients
      where preparer_id = (select preparer_id from nutmeg.desk_clients where preparer_id is not null limit 1) order by name`,
    'all without a form': `select c.client_id from nutmeg.desk_clients c
      where not exists (select from public.tax_forms f where f.user_id = c.client_id and f.year = 2026)
      order by c.created_at desc limit 10000`,
  },
  board: {
    'waiting for two weeks': `select step, count(*) from nutmeg.desk_returns
      where year = 2026 and updated_at < now() - interval '14 days' group by step`,
    'the weeks of the season': `select (select count(*) from public.tax_forms where year in (2025, 2026)),
      (select count(*) from public.tax_return_events where to_status = 'e_filed')`,
  },
};
