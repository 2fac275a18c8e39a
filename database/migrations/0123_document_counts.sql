-- How many documents are missing from a client's list of a year: the list of clients is sorted by it. Only the server can
-- count, because the answers decide what a list has (domain/checklist); server/document-lists/count-lists.ts does.
create table nutmeg.document_counts (
  client_id uuid not null references public.user_profiles (user_id) on delete cascade,
  year int not null,
  total int not null default 0,
  missing int not null default 0,
  -- The release whose rules counted it, such as {1,0,0}; {} if the list has changed since.
  counted_by int[] not null default '{}',
  primary key (client_id, year)
);
create index document_counts_missing_idx on nutmeg.document_counts (year, missing, client_id) where total > 0;
create index document_counts_counted_by_idx on nutmeg.document_counts (counted_by);
alter table nutmeg.document_counts enable row level security;

-- The server counts again. An up-to-date row is changed, and any other locked, so that the server waits for this transaction.
create function nutmeg.outdate_document_count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.document_counts as c (client_id, year)
  select distinct r.user_id, r.year
  from (values (old.user_id, old.year), (new.user_id, new.year)) as r (user_id, year)
  -- Not while the client is deleted.
  where exists (select from public.user_profiles p where p.user_id = r.user_id)
  on conflict (client_id, year) do update set counted_by = '{}' where c.counted_by <> '{}';
  return null;
end
$$;
