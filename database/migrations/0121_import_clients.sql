-- The import of a list, batch by batch.

-- As before, but an import records its own acts. Only functions of ours can set the variable; requests can't.
create or replace function nutmeg.record_client_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed jsonb;
begin
  if current_setting('nutmeg.importing_clients', true) = 'on' then
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

revoke execute on function nutmeg.fill_in_client(uuid, jsonb), nutmeg.import_client(jsonb),
  nutmeg.import_client_rows(uuid, jsonb, boolean), nutmeg.record_client_import(uuid),
  nutmeg.record_abandoned_client_imports(), public.import_clients(uuid, jsonb, boolean),
  public.finish_client_import(uuid) from public;
grant execute on function public.import_clients(uuid, jsonb, boolean), public.finish_client_import(uuid)
  to authenticated;
