-- When each client last sent a document: the list of clients is sorted by it. Deleting a document leaves it as it is.

create table nutmeg.last_uploads (
  client_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  at timestamptz not null
);

create index last_uploads_at_idx on nutmeg.last_uploads (at, client_id);

-- Exact to the minute, so that a batch of 200 photos writes the row once.
create function nutmeg.note_last_upload() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not exists (
    select from nutmeg.last_uploads l
    where l.client_id = new.user_id and l.at > new.uploaded_at - interval '1 minute'
  ) then
    insert into nutmeg.last_uploads as l (client_id, at) values (new.user_id, new.uploaded_at)
    on conflict (client_id) do update set at = greatest(l.at, excluded.at);
  end if;
  return null;
end
$$;

create trigger file_uploads_last after insert or update of user_id, by_client on public.file_uploads
  for each row when (new.by_client)
  execute function nutmeg.note_last_upload();
