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
    raise exception 'A client needs a name' using errcode = '23514', detail = 'client_name_required';
  end if;
  if open_client.kind = 'business' and open_client.first_name <> '' then
    raise exception 'A business has one name' using errcode = '23514';
  end if;
  if open_client.email <> '' and (char_length(open_client.email) > 255 or not nutmeg.is_email(open_client.email)) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email_format';
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

grant execute on function nutmeg.without_middle_initial(text), nutmeg.name_key(text),
  nutmeg.short_name_key(text, text) to authenticated, service_role;

-- Writes what the client doesn't have yet. Returns the names of what was written.
create function nutmeg.fill_in_client(client_id uuid, given jsonb) returns text[]
  language plpgsql
  as $$
#variable_conflict use_column
declare
  filled text[] := '{}';
  profile public.user_profiles;
  known public.client_details;
  new_addresses jsonb := '[]';
  new_contacts jsonb := '[]';
  new_last4 text;
begin
  select * into profile from public.user_profiles p where p.user_id = fill_in_client.client_id for update;
  if profile.email = '' and given ->> 'email' <> '' and not nutmeg.has_login(fill_in_client.client_id) then
    profile.email := given ->> 'email';
    filled := array_append(filled, 'email');
  end if;
  if profile.phone = '' and given ->> 'phone' <> '' then
    profile.phone := given ->> 'phone';
    filled := array_append(filled, 'phone');
  end if;
  if cardinality(filled) > 0 then
    update public.user_profiles p set email = profile.email, phone = profile.phone where p.id = profile.id;
  end if;
  select * into known from public.client_details d where d.client_id = fill_in_client.client_id for update;
  if coalesce(known.addresses, '[]') = '[]' and given -> 'address' <> '{}' then
    new_addresses := jsonb_build_array(given -> 'address');
    filled := array_append(filled, 'address');
  end if;
  if coalesce(known.contacts, '[]') = '[]' and given -> 'contacts' <> '[]' then
    new_contacts := given -> 'contacts';
    filled := array_append(filled, 'contacts');
  end if;
  if known.tax_id_last4 is null and given ->> 'tax_id_last4' <> '' then
    new_last4 := given ->> 'tax_id_last4';
    filled := array_append(filled, 'tax_id');
  end if;
  if filled && array['address', 'contacts', 'tax_id'] then
    insert into public.client_details as d (client_id, addresses, contacts, tax_id_last4)
    values (fill_in_client.client_id, new_addresses, new_contacts, new_last4)
    on conflict on constraint client_details_pkey do update set
      addresses = case when new_addresses <> '[]' then new_addresses else d.addresses end,
      contacts = case when new_contacts <> '[]' then new_contacts else d.contacts end,
      tax_id_last4 = coalesce(new_last4, d.tax_id_last4);
  end if;
  return filled;
end
$$;

-- Imports one row. What the rules of the tables refuse, is the row's problem and doesn't stop the others.
create function nutmeg.import_client(given jsonb, out result text, out fields text[], out problem text)
  language plpgsql
  as $$
declare
  known uuid;
begin
  fields := '{}';
  if coalesce(char_length(given ->> 'key'), 0) not between 1 and 2000 then
    result := 'refused';
    problem := 'not_accepted';
    return;
  end if;
  select f.client_id, f.problem into known, problem from nutmeg.find_client_like(given) f;
  if problem is not null then
    result := 'refused';
    return;
  end if;
  if known is null then
    known := gen_random_uuid();
    result := 'new';
    perform nutmeg.open_client(
      known, given ->> 'kind', coalesce(given ->> 'first_name', ''), coalesce(given ->> 'last_name', ''),
      coalesce(given ->> 'email', ''), coalesce(given ->> 'phone', ''), given ->> 'language'
    );
    perform nutmeg.fill_in_client(known, given);
  else
    fields := nutmeg.fill_in_client(known, given);
    result := case when fields = '{}' then 'unchanged' else 'filled_in' end;
    if result = 'filled_in' then
      perform nutmeg.record_act('client.filled_in', known, jsonb_build_object('changed', to_jsonb(fields)));
    end if;
  end if;
  insert into nutmeg.imported_clients (source_key, client_id)
  values (sha256(convert_to(given ->> 'key', 'UTF8')), known) on conflict do nothing;
exception when integrity_constraint_violation or data_exception then
  result := 'refused';
  fields := '{}';
  problem := 'not_accepted';
end
$$;

-- Up to 200 rows of a list. A dry run does the same and takes it back.
create function nutmeg.import_client_rows(run_id uuid, clients jsonb, dry_run boolean)
  returns table ("row" int, result text, fields text[], problem text)
  language plpgsql
  as $$
#variable_conflict use_column
declare
  given jsonb;
  outcomes jsonb := '[]';
begin
  if run_id is null or dry_run is null or jsonb_typeof(clients) is distinct from 'array'
    or jsonb_array_length(clients) not between 1 and 200
  then
    raise exception 'Send 1 to 200 clients' using errcode = '23514';
  end if;
  -- Two imports at the same time would open the same client twice.
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.import_clients', 0));
  perform set_config('nutmeg.importing_clients', 'on', true);
  begin
    for given in select r.value from jsonb_array_elements(clients) with ordinality as r order by r.ordinality loop
      outcomes := outcomes || (
        select to_jsonb(i) || jsonb_build_object('row', given -> 'row') from nutmeg.import_client(given) i
      );
    end loop;
    if dry_run then
      raise exception using errcode = 'NM001', message = 'dry run';
    end if;
  exception when sqlstate 'NM001' then
    null;
  end;
  perform set_config('nutmeg.importing_clients', 'off', true);
  if not dry_run then
    insert into nutmeg.client_imports as i (run_id, started_by, opened, filled_in, unchanged, refused)
    select import_client_rows.run_id, auth.uid(),
      count(*) filter (where o ->> 'result' = 'new'),
      count(*) filter (where o ->> 'result' = 'filled_in'),
      count(*) filter (where o ->> 'result' = 'unchanged'),
      count(*) filter (where o ->> 'result' = 'refused')
    from jsonb_array_elements(outcomes) as o
    on conflict on constraint client_imports_pkey do update set
      last_at = now(),
      opened = i.opened + excluded.opened,
      filled_in = i.filled_in + excluded.filled_in,
      unchanged = i.unchanged + excluded.unchanged,
      refused = i.refused + excluded.refused
      where i.recorded_at is null and i.started_by is not distinct from auth.uid();
    if not found then
      raise exception 'This import has ended' using errcode = '23514';
    end if;
  end if;
  return query
    select o.row, o.result, o.fields, o.problem
    from jsonb_to_recordset(outcomes) as o ("row" int, result text, fields text[], problem text);
end
$$;

-- Writes a run into the log, once, with its counts.
create function nutmeg.record_client_import(run_id uuid) returns void
  language sql
  as $$
  with ended as (
    update nutmeg.client_imports i set recorded_at = now()
    where i.run_id = record_client_import.run_id and i.recorded_at is null returning *
  )
  insert into public.audit_log (actor_id, action, details, address)
  select e.started_by, 'clients.imported', jsonb_build_object(
    'opened', e.opened, 'filled_in', e.filled_in, 'unchanged', e.unchanged, 'refused', e.refused
  ), nullif(current_setting('request.address', true), '')::inet
  from ended e
$$;

-- For runs that weren't ended: a closed window, a lost connection.
create function nutmeg.record_abandoned_client_imports() returns void
  language sql
  as $$
  select nutmeg.record_client_import(i.run_id)
  from nutmeg.client_imports i where i.recorded_at is null and i.last_at < now() - interval '1 hour'
$$;

-- Super users import the office's clients. Not all staff: one wrong list opens thousands of clients, and no button takes
-- them back.

create function public.import_clients(
  -- The caller's own: the log has one entry for all calls with the same id.
  run_id uuid,
  -- Up to 200 rows as domain/client-import/imported-client.ts has them.
  clients jsonb,
  dry_run boolean default true
) returns table ("row" int, result text, fields text[], problem text)
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query select * from nutmeg.import_client_rows(run_id, clients, dry_run);
end
$$;

-- Writes the run into the log. Without it, that happens an hour after the last call.
create function public.finish_client_import(run_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  perform nutmeg.record_client_import(i.run_id)
  from nutmeg.client_imports i where i.run_id = finish_client_import.run_id and i.started_by = auth.uid();
end
$$;

grant execute on function public.import_clients(uuid, jsonb, boolean), public.finish_client_import(uuid)
  to authenticated;

create index user_profiles_short_name_idx
  on public.user_profiles (nutmeg.short_name_key(first_name, last_name));
