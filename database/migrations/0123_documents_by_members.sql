-- A document that a helper sent for a client is no document from the office.

-- Not true for those of the client's own login.
alter table public.file_uploads add column by_member boolean not null default false;

create function nutmeg.note_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Also when the membership has ended: it was sent by a member then.
  new.by_member := coalesce(new.uploaded_by <> new.user_id, false) and exists (
    select from public.client_members m where m.client_id = new.user_id and m.user_id = new.uploaded_by
  );
  return new;
end
$$;

create trigger file_uploads_by_member before insert or update of uploaded_by on public.file_uploads
  for each row execute function nutmeg.note_member();
