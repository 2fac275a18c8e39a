-- Downloads by fewer statements: what the server asks as the caller, and the record of several by one transaction.

-- Whether everyone may read the bucket; null if there is none. Not secret, and the caller's policies hide the row.
create function storage.bucket_is_public(bucket_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select b.public from storage.buckets b where b.id = bucket_is_public.bucket_id $$;
grant execute on function storage.bucket_is_public(text) to anon, authenticated, service_role;

-- Records downloads from the first byte as nutmeg.record_document_access does, several at once. The n-th document is
-- downloaded by the n-th reader. Returns for each that it has decided whether the document exists. With `waits` it decides
-- all of them. Without, it leaves out those for which it would have to wait for another transaction, so that no one waits
-- for a stranger's locks; and readers who are close to the limit of nutmeg.pace_record, which fails the whole statement.
create function nutmeg.record_downloads(document_ids uuid[], readers uuid[], vias text[], waits boolean)
  returns table (place int, known boolean)
  language plpgsql security definer set search_path = '' rows 10
  as $$
declare
  close_to_limit constant int := 49000;
  free uuid[] := document_ids;
  held_up uuid[];
begin
  if waits then
    perform nutmeg.lock_documents(document_ids);
  else
    free := array(
      select f.id from public.file_uploads f where f.id = any(document_ids) order by f.id for no key update skip locked
    );
    with ready as materialized (
      select p.actor_id from nutmeg.record_pace p where p.actor_id = any(readers) and p.lines < close_to_limit
      order by p.actor_id for no key update skip locked
    )
    select array_agg(p.actor_id) into held_up from nutmeg.record_pace p
    where p.actor_id = any(readers) and p.actor_id not in (select r.actor_id from ready r);
  end if;

  return query
  with wanted as materialized (
    select w.place::int as place, w.document_id, w.reader, w.via
    from unnest(document_ids, readers, vias) with ordinality as w (document_id, reader, via, place)
    where w.document_id = any(free) and (w.reader = any(held_up)) is not true
  ),
  found as materialized (
    select w.place, w.reader, w.via, o.id, o.name
    from wanted w join storage.objects o on o.id = w.document_id and o.bucket_id = 'user-documents'
  ),
  recorded as (
    insert into public.document_events (owner_id, actor_id, actor_name, actor_role, action, document_id, path, via)
    select public.document_owner(f.name), f.reader, p.name, p.role, 'downloaded', f.id, nutmeg.path_of(f.name), f.via
    from found f cross join nutmeg.person(f.reader) p order by f.place
  ),
  counted as (
    update public.file_uploads u set download_count = u.download_count + d.times,
      seen_at = case when d.by_office and u.by_client then coalesce(u.seen_at, now()) else u.seen_at end
    from (
      select f.id, count(*)::int as times, bool_or(nutmeg.reads_for_office(f.reader, public.document_owner(f.name))) as by_office
      from found f where f.reader is not null group by f.id
    ) as d where u.id = d.id
  )
  select w.place, exists (select from found f where f.place = w.place) from wanted w;
end
$$;
