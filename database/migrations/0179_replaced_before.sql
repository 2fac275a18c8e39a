-- When the bytes of documents came that were replaced before 0110, here or at the hosted service that they are imported from.

create function nutmeg.replaced_when(metadata jsonb, created_at timestamptz) returns timestamptz
  language sql stable set search_path = ''
  as $$
  -- A case, so that a text that is no time is not read as one.
  select case
    when metadata ->> 'lastModified' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d'
      and (metadata ->> 'lastModified')::timestamptz > created_at + interval '1 minute'
    then (metadata ->> 'lastModified')::timestamptz
  end
$$;
revoke execute on function nutmeg.replaced_when(jsonb, timestamptz) from public;

-- Their rows change, which is no news for anyone.
alter table public.file_uploads disable trigger tell_updated;
update storage.objects o set replaced_at = nutmeg.replaced_when(o.metadata, o.created_at)
where o.bucket_id = 'user-documents' and nutmeg.replaced_when(o.metadata, o.created_at) is not null;
alter table public.file_uploads enable trigger tell_updated;
