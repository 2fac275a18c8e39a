-- A document that a member sent is as new to staff as one of the client's own login. And it stays so when it moves to
-- another client, by a merge or by staff.

create or replace function nutmeg.note_member() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.uploaded_by is not distinct from old.uploaded_by then
    -- What a person of one client has sent is not the office's in the other.
    if new.user_id <> old.user_id then
      new.by_member := coalesce(new.uploaded_by <> new.user_id, false)
        and (old.by_member or old.uploaded_by = old.user_id);
    end if;
    return new;
  end if;
  -- Also when the membership has ended: it was sent by a member then.
  new.by_member := coalesce(new.uploaded_by <> new.user_id, false) and exists (
    select from public.client_members m where m.client_id = new.user_id and m.user_id = new.uploaded_by
  );
  return new;
end
$$;

drop trigger file_uploads_by_member on public.file_uploads;
create trigger file_uploads_by_member before insert or update of uploaded_by, user_id on public.file_uploads
  for each row execute function nutmeg.note_member();

create index file_uploads_members_new_idx on public.file_uploads (uploaded_at) include (user_id)
  where download_count = 0 and by_member;

-- As before, with the documents of members. Apart, since each has its index.
create or replace function nutmeg.senders_since(since timestamptz) returns uuid[]
  language sql stable
  as $$
  select array_agg(distinct sent.user_id)
  from (
    select u.user_id from public.file_uploads u
    where u.uploaded_at >= since and u.download_count = 0 and u.uploaded_by = u.user_id
    union all
    select u.user_id from public.file_uploads u
    where u.uploaded_at >= since and u.download_count = 0 and u.by_member
  ) as sent
$$;

create or replace function public.client_overviews(client_ids uuid[], list_year int, new_files_since timestamptz)
  returns table (
    user_id uuid, form_submitted_at timestamptz, personal_status text, business_status text, new_files bigint,
    files bigint
  )
  language sql stable
  as $$
  select c.id,
    (select f.submitted_at from public.tax_forms f where f.user_id = c.id and f.year = list_year),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'personal'),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'business'),
    (
      select count(*) from public.file_uploads u
      where u.user_id = c.id and (u.uploaded_by = u.user_id or u.by_member)
        and u.download_count = 0 and u.uploaded_at >= new_files_since
    ),
    (select count(*) from public.file_uploads u where u.user_id = c.id)
  from unnest(client_ids[1:200]) as c (id)
  where (select public.is_staff())
$$;
