-- What a return needs, ticked off. Which documents are required follows from the answers (domain/checklist); here is
-- the state of each: sent, not available, confirmed by the office, or requested again. Staff may request more.

create table public.checklist_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  year int not null check (year between 2000 and 2200),
  -- The stable id of domain/checklist, or 'asked:' and a random part for documents that staff requested by hand.
  item text not null check (item ~ '^[a-z0-9][a-z0-9:._-]{0,99}$'),
  -- Only for documents that staff requested: the name in plain words.
  title text check (char_length(title) between 1 and 200),
  state text not null default 'open'
    check (state in ('open', 'sent', 'not_available', 'confirmed', 'asked_again')),
  -- Why the client doesn't have it.
  reason text check (char_length(reason) <= 1000),
  -- What staff wrote to it.
  note text check (char_length(note) <= 1000),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  unique (user_id, year, item),
  check ((title is not null) = (item like 'asked:%')),
  check (state <> 'not_available' or reason is not null)
);

create trigger checklist_items_touched before update on public.checklist_items
  for each row execute function public.touch_updated_at();

-- The files ticked against an item. A file that is deleted leaves the list; one that comes back does not return to it.
create table public.checklist_documents (
  item_id uuid not null references public.checklist_items on delete cascade,
  document_id uuid not null references public.file_uploads on delete cascade,
  user_id uuid not null,
  primary key (item_id, document_id)
);

create index checklist_documents_document_id_idx on public.checklist_documents (document_id);

alter table public.checklist_items enable row level security;

alter table public.checklist_documents enable row level security;

grant select on public.checklist_items, public.checklist_documents to authenticated, service_role;

create policy "service_role: read" on public.checklist_items for select to service_role using (true);

create policy "service_role: read" on public.checklist_documents for select to service_role using (true);

create policy "require second factor" on public.checklist_items as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create policy "require second factor" on public.checklist_documents as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The office's decision about an item: confirmed, requested again (with a mail), or open again.
create function public.review_checklist_item(
  client_id uuid, list_year int, list_item text, new_state text, staff_note text default null,
  item_title text default null
) returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  reviewed public.checklist_items;
begin
  perform nutmeg.require_staff();
  if new_state is null or new_state not in ('open', 'confirmed', 'asked_again') then
    raise exception 'An item can be confirmed, asked for again or open' using errcode = '23514';
  end if;
  insert into public.checklist_items as i (user_id, year, item, title, state, note, updated_by)
  values (
    client_id, list_year, list_item,
    case when list_item like 'asked:%' then coalesce(
      (select o.title from public.checklist_items o
       where o.user_id = client_id and o.year = list_year and o.item = list_item),
      item_title
    ) end,
    new_state,
    nullif(btrim(staff_note), ''), auth.uid()
  )
  on conflict (user_id, year, item) do update set
    state = excluded.state, note = excluded.note, updated_by = excluded.updated_by
  returning * into reviewed;
  if new_state = 'asked_again' and coalesce(reviewed.title, btrim(item_title), '') <> '' then
    perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
      'items', jsonb_build_array(coalesce(reviewed.title, left(btrim(item_title), 200))), 'note', reviewed.note
    ));
  end if;
  return reviewed;
end
$$;

grant execute on function public.review_checklist_item(uuid, int, text, text, text, text) to authenticated;

-- Requests a document that no rule requires: adds an item and sends the letter.
create function public.request_document(client_id uuid, list_year int, item_title text, staff_note text default null)
  returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  asked public.checklist_items;
begin
  perform nutmeg.require_staff();
  insert into public.checklist_items (user_id, year, item, title, note, updated_by)
  values (
    client_id, list_year, 'asked:' || replace(gen_random_uuid()::text, '-', ''), btrim(item_title),
    nullif(btrim(staff_note), ''), auth.uid()
  )
  returning * into asked;
  perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
    'items', jsonb_build_array(asked.title), 'note', asked.note
  ));
  return asked;
end
$$;

grant execute on function public.request_document(uuid, int, text, text) to authenticated;

-- Open pages follow.
create trigger notify_inserted after insert on public.checklist_items referencing new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_updated after update on public.checklist_items referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create trigger notify_deleted after delete on public.checklist_items referencing old table as changed
  for each statement execute function nutmeg.notify_changes('user_id');

create index checklist_documents_user_id_idx on public.checklist_documents (user_id);

create policy "own list, or staff: read" on public.checklist_items for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );

create policy "own list, or staff: read" on public.checklist_documents for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[])
      and exists (select from public.checklist_items i where i.id = item_id and i.year <= nutmeg.my_last_year(i.user_id))
    or (select public.is_staff())
  );

-- An item of the checklist for a client that was merged meanwhile is refused: it would stay behind unseen.

create function nutmeg.refuse_row_of_merged() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.refuse_merged(new.user_id);
  return null;
end
$$;

-- Its name is after those of the foreign keys, which wait for the merge.
create trigger checklist_items_not_merged after insert or update of state on public.checklist_items
  for each row execute function nutmeg.refuse_row_of_merged();

-- For the reminders (reminders): the documents that the office asked for and that are still missing.

create index checklist_items_asked_idx on public.checklist_items (updated_at)
  where state = 'asked_again' or (title is not null and state = 'open');

create function public.answer_checklist_item(
  list_year integer,
  list_item text,
  new_state text,
  document_ids uuid[] default '{}',
  why text default null,
  client_id uuid default auth.uid()
)
  returns public.checklist_items
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  answered public.checklist_items;
  owner constant uuid := answer_checklist_item.client_id;
  wanted uuid[];
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if not coalesce(owner = any (auth.my_clients('answer')), false) then
    raise exception 'You can’t answer for this client' using errcode = '42501';
  end if;
  if cardinality(document_ids) > 200 then
    raise exception 'Choose at most 200 files' using errcode = '23514';
  end if;
  wanted := (select coalesce(array_agg(distinct d), '{}') from unnest(document_ids) as d);
  if new_state is null or new_state not in ('open', 'sent', 'not_available') then
    raise exception 'An item can be sent, not available or open' using errcode = '23514';
  end if;
  if new_state = 'sent' and cardinality(wanted) = 0 then
    raise exception 'Choose at least one file' using errcode = '23514', detail = 'no_files_chosen';
  end if;
  if new_state = 'not_available' and coalesce(btrim(why), '') = '' then
    raise exception 'Please tell us why you don’t have it' using errcode = '23514', detail = 'reason_missing';
  end if;
  if (select count(*) from public.file_uploads f where f.id = any(wanted) and f.user_id = owner)
    <> cardinality(wanted) then
    raise exception 'A file was not found' using errcode = '42501', detail = 'file_not_found';
  end if;
  -- Only staff add requests; the client's answer updates the row.
  if list_item like 'asked:%' and not exists (
    select from public.checklist_items i where i.user_id = owner and i.year = list_year and i.item = list_item
  ) then
    raise exception 'No one has asked for this document' using errcode = '23514', detail = 'not_asked_for';
  end if;
  -- No real list is this long; a client must not fill the database with answers to things that were not asked for.
  if (select count(*) from public.checklist_items i where i.user_id = owner) >= 2000
    and not exists (
      select from public.checklist_items i where i.user_id = owner and i.year = list_year and i.item = list_item
    ) then
    raise exception 'Your list is full. Please call us.' using errcode = '23514', detail = 'list_full';
  end if;
  insert into public.checklist_items as i (user_id, year, item, title, state, reason, updated_by)
  values (
    owner, list_year, list_item,
    (select o.title from public.checklist_items o
     where o.user_id = owner and o.year = list_year and o.item = list_item),
    new_state, case when new_state = 'not_available' then btrim(why) end, auth.uid()
  )
  on conflict (user_id, year, item) do update set
    state = excluded.state, reason = excluded.reason, updated_by = excluded.updated_by
    -- A confirmed item can't be changed.
    where i.state <> 'confirmed'
  returning * into answered;
  if not found then
    raise exception 'Our office has already confirmed this' using errcode = '23514', detail = 'confirmed_already';
  end if;
  delete from public.checklist_documents d where d.item_id = answered.id and d.document_id <> all(wanted);
  insert into public.checklist_documents (item_id, document_id, user_id)
  select answered.id, d, answered.user_id from unnest(wanted) as d
  on conflict do nothing;
  return answered;
end
$$;

grant execute on function public.answer_checklist_item(int, text, text, uuid[], text, uuid) to authenticated;

-- A return for a client that was merged meanwhile is refused: it would stay behind unseen.

create trigger tax_returns_not_merged after insert on public.tax_returns
  for each row execute function nutmeg.refuse_row_of_merged();
