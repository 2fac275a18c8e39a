-- What the office keeps about a client besides its name and members. For staff only: clients see neither their tags nor
-- who else is known about them. A client without a row has the defaults.

-- People of a client who have no login, as staff write them down: relation, first_name, last_name, email, phone.
create function nutmeg.are_contacts(list jsonb) returns boolean
  language sql immutable
  as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 40 and not exists (
      select from jsonb_array_elements(list) as contact
      where jsonb_typeof(contact) <> 'object' or exists (
        select from jsonb_each(case when jsonb_typeof(contact) = 'object' then contact else '{}' end) as field
        where field.key not in ('relation', 'first_name', 'last_name', 'email', 'phone')
          or jsonb_typeof(field.value) <> 'string' or char_length(field.value #>> '{}') > 255
      )
    )
  end
$$;

-- Postal addresses, the one to write to first: street, apartment, city, state, zip.
create function nutmeg.are_addresses(list jsonb) returns boolean
  language sql immutable
  as $$
  select case when jsonb_typeof(list) <> 'array' then false else
    jsonb_array_length(list) <= 5 and not exists (
      select from jsonb_array_elements(list) as address
      where jsonb_typeof(address) <> 'object' or exists (
        select from jsonb_each(case when jsonb_typeof(address) = 'object' then address else '{}' end) as field
        where field.key not in ('street', 'apartment', 'city', 'state', 'zip')
          or jsonb_typeof(field.value) <> 'string' or char_length(field.value #>> '{}') > 200
      )
    )
  end
$$;

create function nutmeg.are_tags(tags text[]) returns boolean
  language sql immutable
  as $$
  select cardinality(tags) <= 20
    and not exists (select from unnest(tags) as tag where tag is null or tag !~ '\S' or char_length(tag) > 40)
$$;

create table public.client_details (
  client_id uuid primary key references public.clients on delete cascade,
  addresses jsonb not null default '[]' check (nutmeg.are_addresses(addresses)),
  contacts jsonb not null default '[]' check (nutmeg.are_contacts(contacts)),
  tags text[] not null default '{}' check (nutmeg.are_tags(tags)),
  preparer_id uuid references auth.users on delete set null,
  reviewer_id uuid references auth.users on delete set null,
  client_since date check (client_since between '1900-01-01' and '2200-12-31'),
  tax_id_last4 text check (tax_id_last4 ~ '^[0-9]{4}$'),
  archived_at timestamptz,
  -- The client that has this one's documents and forms since they were merged.
  archived_into uuid references public.clients on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (archived_into is null or archived_at is not null),
  check (archived_into <> client_id)
);

create index client_details_preparer_id_idx on public.client_details (preparer_id) where preparer_id is not null;

create index client_details_reviewer_id_idx on public.client_details (reviewer_id) where reviewer_id is not null;

create index client_details_archived_into_idx on public.client_details (archived_into) where archived_into is not null;

create index client_details_tags_idx on public.client_details using gin (tags);

alter table public.client_details enable row level security;

grant select on public.client_details to authenticated, service_role;

grant insert (client_id, addresses, contacts, tags, preparer_id, reviewer_id, client_since, tax_id_last4),
  update (client_id, addresses, contacts, tags, preparer_id, reviewer_id, client_since, tax_id_last4)
  on public.client_details to authenticated;

create policy "staff: read" on public.client_details for select to authenticated
  using ((select public.is_staff()));

create policy "staff: insert" on public.client_details for insert to authenticated
  with check ((select public.is_staff()));

create policy "staff: update" on public.client_details for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "service_role: read" on public.client_details for select to service_role using (true);

create policy "require second factor" on public.client_details as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create function nutmeg.check_client_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- An upsert names the key again.
  if tg_op = 'UPDATE' and new.client_id <> old.client_id then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  if current_setting('nutmeg.deleting_client', true) is distinct from 'on' and nutmeg.is_deleted_client(new.client_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  if exists (
    select from unnest(array[new.preparer_id, new.reviewer_id]) as chosen
    where chosen is not null
      and (tg_op = 'INSERT' or chosen is distinct from old.preparer_id and chosen is distinct from old.reviewer_id)
      and not exists (select from public.user_profiles p where p.user_id = chosen and p.role <> 'client')
  ) then
    raise exception 'Only staff can be assigned' using errcode = '23514', detail = 'assignee_not_staff';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger client_details_checked before insert or update on public.client_details
  for each row execute function nutmeg.check_client_details();

-- Which facts changed, without what they say: addresses and numbers don't belong in the log.
create function nutmeg.record_client_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed jsonb;
begin
  if 'on' in (
    current_setting('nutmeg.importing_clients', true), current_setting('nutmeg.handing_over', true),
    current_setting('nutmeg.in_bulk', true)
  ) then
    return null;
  end if;
  changed := (
    select coalesce(jsonb_agg(after.key order by after.key), '[]')
    from jsonb_each(to_jsonb(new)) as after
    where after.key not in ('client_id', 'created_at', 'updated_at')
      and after.value is distinct from before -> after.key
      and not (tg_op = 'INSERT' and after.value in ('null', '[]'))
  );
  if changed <> '[]' then
    perform nutmeg.record_act('client.details_saved', new.client_id, jsonb_build_object('changed', changed));
  end if;
  return null;
end
$$;

create trigger client_details_recorded after insert or update on public.client_details
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.record_client_details();

-- An archived client leaves the lists of work; nothing of it is deleted.
create function public.archive_client(client_id uuid, archived boolean) returns public.client_details
  language plpgsql security definer set search_path = ''
  as $$
declare
  saved public.client_details;
begin
  perform nutmeg.require_staff();
  if archived is null or not exists (select from public.clients c where c.id = archive_client.client_id) then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  insert into public.client_details as d (client_id, archived_at)
  values (archive_client.client_id, case when archived then now() end)
  on conflict on constraint client_details_pkey do update set
    archived_at = case when archived then coalesce(d.archived_at, excluded.archived_at) end
    -- A merged client comes back when the merge is undone.
    where d.archived_into is null
  returning * into saved;
  if not found then
    raise exception 'This client was merged into another one' using errcode = '23514', detail = 'client_merged';
  end if;
  return saved;
end
$$;

grant execute on function nutmeg.are_contacts(jsonb), nutmeg.are_addresses(jsonb), nutmeg.are_tags(text[])
  to authenticated, service_role;

grant execute on function public.archive_client(uuid, boolean) to authenticated;

-- Clients without a login: people who bring their papers, companies, parents. Such a client has a profile and a row in
-- auth.users like everyone else, so that every key, letter, and list works, but without an address and a password there
-- is nothing to log in with.

create function nutmeg.has_login(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from auth.users u where u.id = client_id and u.email is not null) $$;

grant execute on function nutmeg.has_login(uuid) to authenticated, service_role;

-- Opens a client without a login, or corrects one. The caller chooses the id, so that a repeated request doesn't open a
-- second client. With a login, names and address belong to the person; staff say only what kind of client it is.
create function public.save_client(
  client_id uuid,
  kind text,
  -- Empty for a business.
  first_name text,
  last_name text,
  -- Where letters go; empty for none.
  email text default '',
  phone text default '',
  language text default 'en'
) returns public.clients
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  given_first constant text := btrim(coalesce(save_client.first_name, ''));
  given_last constant text := btrim(coalesce(save_client.last_name, ''));
  given_email constant text := lower(btrim(coalesce(save_client.email, '')));
  given_phone constant text := btrim(coalesce(save_client.phone, ''));
  opened boolean;
  saved public.clients;
begin
  perform nutmeg.require_staff();
  if nutmeg.is_deleted_client(save_client.client_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  opened := nutmeg.open_client(
    save_client.client_id, save_client.kind, given_first, given_last, given_email, given_phone, save_client.language
  );
  if opened then
    null;
  elsif nutmeg.has_login(save_client.client_id) then
    if not exists (
      select from public.user_profiles p
      where p.user_id = save_client.client_id and p.first_name = given_first and p.last_name = given_last
    ) then
      raise exception 'This client has a login and keeps their own name' using errcode = '23514';
    end if;
  else
    update public.user_profiles p set
      email = given_email, first_name = given_first, last_name = given_last, phone = given_phone,
      language = coalesce(save_client.language, p.language)
    where p.user_id = save_client.client_id;
  end if;
  update public.clients c set
    kind = save_client.kind, name = btrim(given_first || ' ' || given_last), updated_at = now()
  where c.id = save_client.client_id returning * into saved;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act(
    case when opened then 'client.opened' else 'client.saved' end, saved.id, jsonb_build_object('kind', saved.kind)
  );
  return saved;
end
$$;

grant execute on function public.save_client(uuid, text, text, text, text, text, text) to authenticated;

-- Archived clients leave the list of clients and the queues of the desk, unless the list is asked for them.

create index client_details_archived_idx on public.client_details (client_id) where archived_at is not null;
