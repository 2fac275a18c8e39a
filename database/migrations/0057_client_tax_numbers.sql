-- The whole tax number of a client (SSN, ITIN, or EIN), for staff. As with a tax form, the server seals it; the row has a
-- copy of which only the last four digits can be read. `user_id` is the client's id, as in tax_forms.

create table public.client_tax_numbers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references public.user_profiles (user_id) on delete cascade,
  kind text not null check (kind in ('ssn', 'itin', 'ein')),
  tax_number text not null check (
    tax_number ~ case kind when 'ein' then '^\*\*-\*\*\*[0-9]{4}$' else '^\*\*\*-\*\*-[0-9]{4}$' end
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.client_tax_numbers enable row level security;

grant select on public.client_tax_numbers to authenticated, service_role;

grant insert (user_id, kind, tax_number), update (user_id, kind, tax_number), delete
  on public.client_tax_numbers to authenticated;

create policy "staff: read" on public.client_tax_numbers for select to authenticated
  using ((select public.is_staff()));

create policy "staff: insert" on public.client_tax_numbers for insert to authenticated
  with check ((select public.is_staff()));

create policy "staff: update" on public.client_tax_numbers for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()));

create policy "staff: delete" on public.client_tax_numbers for delete to authenticated
  using ((select public.is_staff()));

create policy "service_role: read" on public.client_tax_numbers for select to service_role using (true);

create policy "require second factor" on public.client_tax_numbers as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create function nutmeg.check_tax_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- An upsert names the client again; only a merge gives a number to another client.
  if tg_op = 'UPDATE' and new.user_id <> old.user_id and not nutmeg.is_merging() then
    raise exception 'new row violates row-level security policy' using errcode = '42501';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger client_tax_numbers_checked before insert or update on public.client_tax_numbers
  for each row execute function nutmeg.check_tax_number();

create trigger client_tax_numbers_not_merged after insert or update on public.client_tax_numbers
  for each row execute function nutmeg.refuse_row_of_merged();

create trigger client_tax_numbers_sealed after insert or update of user_id, tax_number on public.client_tax_numbers
  for each row execute function nutmeg.keep_seal();

create trigger client_tax_numbers_unsealed after delete on public.client_tax_numbers
  for each row execute function nutmeg.drop_seal();

-- Invitations, imports, and the case ask for the last four digits, so they follow the number. The record says what was
-- done, and no digit.
create function nutmeg.sync_last_digits() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    -- The digits stay with the details. An account that is deleted takes its number along without an entry.
    if exists (select from public.user_profiles p where p.user_id = old.user_id) then
      perform nutmeg.record_act('client.tax_number_deleted', old.user_id, jsonb_build_object('kind', old.kind));
    end if;
    return null;
  end if;
  insert into public.client_details as d (client_id, tax_id_last4) values (new.user_id, right(new.tax_number, 4))
  on conflict on constraint client_details_pkey do update set tax_id_last4 = excluded.tax_id_last4
  where d.tax_id_last4 is distinct from excluded.tax_id_last4;
  perform nutmeg.record_act('client.tax_number_saved', new.user_id, jsonb_build_object('kind', new.kind));
  return null;
end
$$;

create trigger client_tax_numbers_followed after insert or delete or update of kind, tax_number
  on public.client_tax_numbers for each row execute function nutmeg.sync_last_digits();

-- The last four digits of a client whose whole number is kept are those of the number.
create function nutmeg.keep_last_digits() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.is_merging() and exists (
    select from public.client_tax_numbers n
    where n.user_id = new.client_id and right(n.tax_number, 4) is distinct from new.tax_id_last4
  ) then
    raise exception 'The whole tax number is kept. Change that instead.' using errcode = '23514';
  end if;
  return null;
end
$$;

create trigger client_details_last_digits after insert or update of tax_id_last4 on public.client_details
  for each row execute function nutmeg.keep_last_digits();

-- Records why, and returns what the server opens (server/rest/tables).
create function public.reveal_client_tax_number(client_id uuid, reason text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  kept public.client_tax_numbers;
  given constant text := btrim(reason);
begin
  perform nutmeg.require_staff();
  if given is null or given = '' or char_length(given) > 200 then
    raise exception 'Say why in 1 to 200 characters' using errcode = '23514';
  end if;
  select * into kept from public.client_tax_numbers n where n.user_id = reveal_client_tax_number.client_id;
  if not found then
    raise exception 'There is no such number' using errcode = 'P0002';
  end if;
  if nutmeg.revealed_this_hour() >= 300 then
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.'
      using errcode = 'PT429', detail = 'too_many_reveals';
  end if;
  perform nutmeg.record_act('client.tax_number_revealed', kept.user_id, jsonb_build_object(
    'kind', kept.kind, 'reason', given
  ));
  return jsonb_build_object('number_id', kept.id)::text;
end
$$;

grant execute on function public.reveal_client_tax_number(uuid, text) to authenticated;

-- The tax number of a client goes with a merge (client_merges) and comes back. Not if the target has a number, or other last digits:
-- then it stays with the source, where staff read it.

create function nutmeg.forms_of_undo(merge_id uuid)
  returns table (table_name text, id uuid, year int, owner_id uuid, new_owner_id uuid)
  language sql stable
  as $$
  select 'tax_forms', f.id, f.year, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'tax_form'
  join public.tax_forms f on f.id = r.row_id and f.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.tax_forms s where s.user_id = m.source_id and s.year = f.year)
  union all
  select 'tax_form_drafts', f.id, f.year, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'tax_form_draft'
  join public.tax_form_drafts f on f.id = r.row_id and f.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.tax_form_drafts s where s.user_id = m.source_id and s.year = f.year)
  union all
  select 'client_tax_numbers', n.id, null, m.target_id, m.source_id
  from public.client_merges m
  join nutmeg.merged_rows r on r.merge_id = m.id and r.kind = 'tax_number'
  join public.client_tax_numbers n on n.id = r.row_id and n.user_id = m.target_id
  where m.id = forms_of_undo.merge_id
    and not exists (select from public.client_tax_numbers s where s.user_id = m.source_id)
$$;
