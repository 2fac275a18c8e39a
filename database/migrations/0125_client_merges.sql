-- Two clients that turn out to be one are merged: what the source has moves to the target, and for 30 days it can move back.
-- The server moves documents and forms (server/merge), since their proofs and seals name the client; the rest is SQL (0127).

create table public.client_merges (
  id uuid primary key default gen_random_uuid(),
  -- Chosen by the page, so that a repeated request merges once.
  request_id uuid not null unique,
  source_id uuid not null references public.clients on delete cascade,
  target_id uuid not null references public.clients on delete cascade,
  merged_at timestamptz not null default now(),
  -- Plain ids: the record outlives the accounts.
  merged_by uuid default auth.uid(),
  -- How many of each kind moved.
  counts jsonb not null default '{}',
  undone_at timestamptz,
  undone_by uuid,
  check (source_id <> target_id)
);
create unique index client_merges_source_id_idx on public.client_merges (source_id) where undone_at is null;
create index client_merges_target_id_idx on public.client_merges (target_id, merged_at desc);

alter table public.client_merges enable row level security;
grant select on public.client_merges to authenticated, service_role;
create policy "staff: read" on public.client_merges for select to authenticated using ((select public.is_staff()));
create policy "service_role: read" on public.client_merges for select to service_role using (true);
create policy "second step first" on public.client_merges as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

-- What moved, with what it was before. Rows that are neither moved nor changed by a merge are not here.
create table nutmeg.merged_rows (
  merge_id uuid not null references public.client_merges on delete cascade,
  kind text not null check (kind in (
    'document', 'tax_form', 'tax_form_draft', 'tax_return', 'checklist_item', 'checklist_document', 'note', 'letter',
    'member_of_source', 'member_of_target', 'details'
  )),
  row_id uuid not null,
  before jsonb,
  after jsonb
);
create index merged_rows_merge_id_idx on nutmeg.merged_rows (merge_id, kind, row_id);
alter table nutmeg.merged_rows enable row level security;

-- A merge moves rows without touching them. Set by the functions of a merge only, for their transaction.
create function nutmeg.is_merging() returns boolean
  language sql stable
  as $$ select coalesce(current_setting('nutmeg.merging', true) = 'on', false) $$;

-- A write that waited for a merge, or for a deletion (0250), is refused, so that no row stays behind unseen.
create function nutmeg.refuse_merged(client uuid, refuses_deleted boolean default true) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.is_merging() and exists (
    select from public.client_details d where d.client_id = client and d.archived_into is not null
  ) then
    raise exception 'This client was merged into another one' using errcode = '42501';
  end if;
  if refuses_deleted and nutmeg.is_deleted_client(client) then
    raise exception 'This client was deleted' using errcode = '42501';
  end if;
end
$$;
revoke execute on function nutmeg.is_merging(), nutmeg.refuse_merged(uuid, boolean) from public;

create or replace function public.touch_updated_at() returns trigger
  language plpgsql
  as $$
begin
  -- Not `nutmeg.is_merging()`: callers may not use that schema.
  if current_setting('nutmeg.merging', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create or replace function nutmeg.stamp_tax_form() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_merging() then
    return new;
  end if;
  if auth.role() is not null then
    new.submitted_at := now();
  end if;
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if auth.role() = 'authenticated' and new.user_id <> old.user_id then
      raise exception 'new row violates row-level security policy' using errcode = '42501';
    end if;
  end if;
  return new;
end
$$;

create or replace function nutmeg.receive_tax_form() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  announced boolean;
begin
  if nutmeg.is_merging() then
    return null;
  end if;
  -- The form's foreign key has waited for any merge under way, so this reads its outcome.
  perform nutmeg.refuse_merged(new.user_id);
  announced := exists (
    select from public.audit_log l
    where l.subject_id = new.user_id and l.action = 'tax_form.submitted' and l.at > now() - interval '10 minutes'
  );
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (
    auth.uid(), 'tax_form.submitted', new.user_id,
    jsonb_build_object('form', new.id, 'year', new.year, 'again', tg_op = 'UPDATE'),
    nullif(current_setting('request.address', true), '')::inet
  );
  delete from public.tax_form_drafts where user_id = new.user_id and year = new.year;
  if auth.role() is not null and nutmeg.staff_inbox() is not null and not announced then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'tax_form_received', jsonb_build_object(
      'client_id', new.user_id, 'client_name', btrim(p.first_name || ' ' || p.last_name), 'year', new.year
    ))
    from public.user_profiles p where p.user_id = new.user_id;
  end if;
  return null;
end
$$;

create or replace function nutmeg.refuse_stale_draft() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  expected int := 1;
begin
  if nutmeg.is_merging() then
    return new;
  end if;
  perform nutmeg.refuse_merged(new.user_id);
  if tg_op = 'UPDATE' then
    expected := old.version + 1;
    new.updated_at := now();
    new.created_at := old.created_at;
    if new.user_id <> old.user_id then
      raise exception 'new row violates row-level security policy' using errcode = '42501';
    end if;
  end if;
  if new.version <> expected then
    raise exception 'The draft was changed elsewhere' using errcode = 'PT409';
  end if;
  return new;
end
$$;

-- Skips what another transaction works on: it may wait for the room of this client.
create function nutmeg.drop_abandoned_uploads(client uuid) returns void
  language plpgsql set search_path = ''
  as $$
begin
  perform nutmeg.drop_uploads(array(
    select u.id from storage.uploads u
    where u.id in (select a.id from nutmeg.abandoned_uploads(client) a) for update skip locked
  ));
end
$$;
revoke execute on function nutmeg.drop_abandoned_uploads(uuid) from public;

-- As before. A document or an upload that waited here for a merge is refused, and uploads that no one may go on with make
-- room.
create or replace function nutmeg.change_room(owners uuid[], changes bigint[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  change record;
  now_used bigint;
begin
  for change in
    select c.owner, sum(c.bytes)::bigint as bytes from unnest(owners, changes) as c (owner, bytes)
    where c.owner is not null group by c.owner having sum(c.bytes) <> 0 order by c.owner
  loop
    insert into nutmeg.storage_use as u (owner_id, bytes) values (change.owner, change.bytes)
    on conflict (owner_id) do update set bytes = u.bytes + excluded.bytes
    returning u.bytes into now_used;
    if change.bytes > 0 and auth.role() = 'authenticated' then
      perform nutmeg.refuse_merged(change.owner);
    end if;
    if change.bytes > 0 and now_used > nutmeg.room_for_each()
      and auth.role() = 'authenticated' and not public.is_staff() then
      perform nutmeg.drop_abandoned_uploads(change.owner);
      if (select u.bytes from nutmeg.storage_use u where u.owner_id = change.owner) > nutmeg.room_for_each() then
        raise exception 'no more room for this client' using errcode = 'NM413';
      end if;
    end if;
  end loop;
end
$$;
