-- Who prepares which clients, read from an index alone: the dates of my clients, and the list by preparer.

create index client_details_new_idx on public.client_details (preparer_id, created_at, client_id) include (archived_at)
  where preparer_id is not null;

-- Who has a preparer or is archived, in the order in which tax_returns_year_idx has the returns: the board without a
-- preparer leaves them out.
create index client_details_taken_idx on public.client_details (client_id) include (preparer_id, archived_at)
  where preparer_id is not null or archived_at is not null;

-- Last, since it keeps readers out.
drop index public.client_details_preparer_id_idx;
alter index public.client_details_new_idx rename to client_details_preparer_id_idx;

-- Read first, as archived_clients().
create function nutmeg.prepared_clients(preparer uuid) returns uuid[]
  language sql stable
  as $$ select array(select d.client_id from public.client_details d where d.preparer_id = preparer) $$;
