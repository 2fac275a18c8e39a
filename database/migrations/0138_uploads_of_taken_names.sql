-- The uploads that can't go on, into one client's folder or all: their sender lost the right to, or another file has the name.
create or replace function nutmeg.abandoned_uploads(client uuid default null) returns setof storage.uploads
  language sql stable set search_path = ''
  as $$
  select u.* from storage.uploads u
  where u.bucket_id = 'user-documents' and u.finished_at is null
    and (client is null or u.key >= client || '/' and u.key < client || '0')
    and (
      not u.upsert and exists (
        select from storage.objects o where o.bucket_id = u.bucket_id and o.name = u.key
      )
      or u.owner is not null and not nutmeg.may_upload(u.owner, public.document_owner(u.key))
    )
$$;
