-- The office's clients from the list of another program. Which row of a list became which client is remembered, so that
-- the same list changes nothing when it is imported again.

create table nutmeg.imported_clients (
  -- SHA-256 of what tells a row from others (domain/client-import/identity.ts). It has no tax number in it, only its end.
  source_key bytea primary key,
  client_id uuid not null references public.clients on delete cascade,
  imported_at timestamptz not null default now()
);
create index imported_clients_client_id_idx on nutmeg.imported_clients (client_id);
alter table nutmeg.imported_clients enable row level security;

-- The counts of a run, until it ends and is recorded.
create table nutmeg.client_imports (
  run_id uuid primary key,
  -- Null for the command line.
  started_by uuid,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  opened int not null default 0,
  filled_in int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  recorded_at timestamptz
);
create index client_imports_open_idx on nutmeg.client_imports (last_at) where recorded_at is null;
alter table nutmeg.client_imports enable row level security;

-- Opens a client without a login, unless the id is taken. What a client needs, is checked in both cases.
create function nutmeg.open_client(
  client_id uuid, kind text, first_name text, last_name text, email text, phone text, language text
) returns boolean
  language plpgsql
  as $$
#variable_conflict use_column
begin
  if open_client.client_id is null then
    raise exception 'A client needs an id' using errcode = '23514';
  end if;
  if open_client.first_name || open_client.last_name = '' then
    raise exception 'A client needs a name' using errcode = '23514';
  end if;
  if open_client.kind = 'business' and open_client.first_name <> '' then
    raise exception 'A business has one name' using errcode = '23514';
  end if;
  if open_client.email <> '' and (char_length(open_client.email) > 255 or not nutmeg.is_email(open_client.email)) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email';
  end if;
  insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
  values (open_client.client_id, null, '{}', '{}') on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.user_profiles (user_id, email, first_name, last_name, phone, language)
  values (
    open_client.client_id, open_client.email, open_client.first_name, open_client.last_name, open_client.phone,
    coalesce(open_client.language, 'en')
  );
  update public.clients c set kind = open_client.kind where c.id = open_client.client_id;
  return true;
end
$$;

-- As before, with the part that it shares with the import.
create or replace function public.save_client(
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
    raise exception 'This client was deleted' using errcode = '42501';
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

-- "John A." and "John" may be the same person.
create function nutmeg.without_middle_initial(first_name text) returns text
  language sql immutable
  as $$ select regexp_replace(first_name, '(\S)\s+\S\.?$', '\1') $$;

-- A name without case, accents, spaces, and signs: "O’Brien, Ana" and "obrien ana" are the same.
create function nutmeg.name_key(said text) returns text
  language sql immutable
  as $$ select regexp_replace(public.folded(said), '[[:space:].,;:''’`´"&/\\()%_-]+', '', 'g') $$;

create function nutmeg.are_same_name(first_a text, last_a text, first_b text, last_b text) returns boolean
  language sql immutable
  as $$
  select nutmeg.name_key(first_a || ' ' || last_a) = nutmeg.name_key(first_b || ' ' || last_b)
    or nutmeg.name_key(nutmeg.without_middle_initial(first_a) || ' ' || last_a)
      = nutmeg.name_key(first_b || ' ' || last_b)
    or nutmeg.name_key(first_a || ' ' || last_a)
      = nutmeg.name_key(nutmeg.without_middle_initial(first_b) || ' ' || last_b)
$$;

-- Those with the same name have the same of these; a few others, too. Bound to the functions in it, since those who change
-- a profile compute its index, and can't look names up in this schema.
create function nutmeg.short_name_key(first_name text, last_name text) returns text
  language sql immutable
  return nutmeg.name_key(nutmeg.without_middle_initial(first_name) || ' ' || last_name);

create index user_profiles_short_name_idx
  on public.user_profiles (nutmeg.short_name_key(first_name, last_name));

-- Ten digits. Numbers of other countries aren't compared: their last ten digits may be a US number.
create function nutmeg.phone_key(said text) returns text
  language sql immutable
  as $$ select coalesce(nutmeg.us_phone(said), '') $$;

-- The client that has the documents of this one since they were merged.
create function nutmeg.merged_into(client_id uuid) returns uuid
  language sql stable
  as $$
  with recursive heirs (id, steps) as (
    select merged_into.client_id, 0
    union all
    select d.archived_into, h.steps + 1
    from heirs h join public.client_details d on d.client_id = h.id
    where d.archived_into is not null and h.steps < 20
  )
  select id from heirs order by steps desc limit 1
$$;

-- The client that a row of a list is about: imported from the same row before, or with the same email, or the same name and
-- one of phone, end of the tax number, and ZIP. Different tax numbers are different clients. A business is known by its
-- name only, since its owner has the same email.
create function nutmeg.find_client_like(given jsonb, out client_id uuid, out problem text)
  language plpgsql stable
  as $$
#variable_conflict use_column
declare
  given_first constant text := coalesce(given ->> 'first_name', '');
  given_last constant text := coalesce(given ->> 'last_name', '');
  given_email constant text := coalesce(given ->> 'email', '');
  given_phone constant text := nutmeg.phone_key(given ->> 'phone');
  given_last4 constant text := given ->> 'tax_id_last4';
  given_zip constant text := left(coalesce(given -> 'address' ->> 'zip', ''), 5);
begin
  select nutmeg.merged_into(i.client_id) into client_id
  from nutmeg.imported_clients i where i.source_key = sha256(convert_to(given ->> 'key', 'UTF8'));
  if found then
    return;
  end if;
  with candidates as (
    select p.user_id, p.first_name, p.last_name, c.kind, d.tax_id_last4,
      given_email <> '' and p.email = given_email as has_email,
      given_phone <> '' and nutmeg.phone_key(p.phone) = given_phone as has_phone,
      coalesce(d.tax_id_last4 = given_last4, false) as has_last4,
      given_zip <> '' and exists (
        select from jsonb_array_elements(coalesce(d.addresses, '[]')) as a where left(a ->> 'zip', 5) = given_zip
      ) as has_zip
    from (
      select q.user_id from public.user_profiles q where given_email <> '' and q.email = given_email
      union
      select q.user_id from public.user_profiles q
      where nutmeg.short_name_key(q.first_name, q.last_name) = nutmeg.short_name_key(given_first, given_last)
    ) as near
    join public.user_profiles p on p.user_id = near.user_id
    join public.clients c on c.id = p.user_id
    left join public.client_details d on d.client_id = p.user_id
    where d.tax_id_last4 is null or given_last4 is null or d.tax_id_last4 = given_last4
  ),
  -- Comparing names takes longest.
  named as (
    select k.*, case when has_email or has_phone or has_last4 or has_zip
      then nutmeg.are_same_name(k.first_name, k.last_name, given_first, given_last) else false end as has_name
    from candidates k
  ),
  judged as (
    select k.*,
      has_name and (has_email or has_phone or has_last4 or has_zip)
      or has_email and kind <> 'business' and given ->> 'kind' <> 'business' and (
        -- A login whose person hasn't said their name.
        k.first_name || k.last_name = ''
        or given_first <> ''
          and nutmeg.name_key(split_part(k.first_name, ' ', 1)) = nutmeg.name_key(split_part(given_first, ' ', 1))
      ) as is_same,
      has_email and kind <> 'business' and given ->> 'kind' <> 'business' as is_of_another,
      8 * (has_name and has_email)::int + 4 * has_last4::int + 2 * has_phone::int + has_zip::int as likeness
    from named k
  ),
  -- A merged client and the one that has its documents are one.
  found as (
    select nutmeg.merged_into(j.user_id) as id, max(j.likeness) as likeness
    from judged j where j.is_same group by 1
  ),
  best as (select f.id from found f where f.likeness = (select max(likeness) from found))
  select
    case when (select count(*) from best) = 1 then (select b.id from best b) end,
    case
      when (select count(*) from best) > 1 then 'several_clients'
      when not exists (select from best) and exists (select from judged j where j.is_of_another) then 'email_of_another'
    end
  into client_id, problem;
end
$$;

revoke execute on function nutmeg.open_client(uuid, text, text, text, text, text, text),
  nutmeg.are_same_name(text, text, text, text), nutmeg.phone_key(text), nutmeg.merged_into(uuid),
  nutmeg.find_client_like(jsonb) from public;
grant execute on function nutmeg.without_middle_initial(text), nutmeg.name_key(text),
  nutmeg.short_name_key(text, text) to authenticated, service_role;
