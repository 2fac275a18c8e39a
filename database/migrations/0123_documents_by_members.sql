-- New to the office is what a login other than staff's has sent: the client's own, a spouse's, or a helper's. What staff add is
-- from the office, also in a client's folder that is their own. Who sent it when is what counts: a login may become staff's
-- later, or be deleted.

create function nutmeg.is_client(login uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = login and p.role = 'client') $$;
revoke execute on function nutmeg.is_client(uuid) from public;

-- The one place that says so: lists, badges, and reminders read this column.
alter table public.file_uploads add column by_client boolean not null default false;
-- A million rows that change are no news for anyone.
alter table public.file_uploads disable trigger tell_updated;
update public.file_uploads u set by_client = true where u.uploaded_by = u.user_id and nutmeg.is_client(u.user_id);
alter table public.file_uploads enable trigger tell_updated;

-- A document that moves to another client stays as it is. Bytes that replace others are noted in 0075.
create function nutmeg.note_sender() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Out of the trash, it is what it was.
  new.by_client := coalesce(
    (select t.by_client from public.trashed_documents t where t.id = new.id), nutmeg.is_client(new.uploaded_by)
  );
  return new;
end
$$;
create trigger file_uploads_by_client before insert on public.file_uploads
  for each row execute function nutmeg.note_sender();

-- Who has new files: only the recent ones are read, instead of every file that was never downloaded.
drop index public.file_uploads_new_idx;
create index file_uploads_new_idx on public.file_uploads (uploaded_at) include (user_id)
  where download_count = 0 and by_client;
