-- The yearly tax form, its draft, and the seals under which their answers are kept.
--
-- form_data holds no sensitive answer: the server checks a form by domain/tax-form, seals the whole of it with a
-- separate data key, and leaves a copy in the row in which sensitive answers are masked. A draft's row holds
-- no answer at all. The constraints below refuse whatever got here by another way.

-- Whether the person may still change that year's form. A return that was filed answers for it: the form is closed.
create function nutmeg.form_is_open(form_user uuid, form_year int) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select not exists (
    select from public.tax_returns r
    where r.user_id = form_user and r.year = form_year and r.status in ('e_filed', 'accepted', 'rejected')
  )
$$;

grant execute on function nutmeg.form_is_open(uuid, int) to authenticated, service_role;

-- Sealed copies of rows, or of what in them is sensitive. Only the server can open one.
create table nutmeg.seals (
  table_name text not null,
  row_id uuid not null,
  -- The record's own random key, sealed with the master key.
  wrapped_key bytea not null,
  sealed bytea not null,
  primary key (table_name, row_id)
);

alter table nutmeg.seals enable row level security;

-- The server sets the seal on the transaction as nutmeg.seal ({"table", "key", "sealed"}); the row and its seal are
-- written together, or neither is. Each seal serves one row: it is bound to the row's owner.
create function nutmeg.keep_seal() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  seal jsonb := nullif(current_setting('nutmeg.seal', true), '')::jsonb;
begin
  if seal ->> 'table' is distinct from tg_table_name then
    raise exception '% is written through the server only', tg_table_name using errcode = '42501';
  end if;
  perform set_config('nutmeg.seal', '', true);
  insert into nutmeg.seals (table_name, row_id, wrapped_key, sealed)
  values (tg_table_name, new.id, decode(seal ->> 'key', 'hex'), decode(seal ->> 'sealed', 'hex'))
  on conflict (table_name, row_id) do update set wrapped_key = excluded.wrapped_key, sealed = excluded.sealed;
  return null;
end
$$;

-- The seal is deleted with its row.
create function nutmeg.drop_seal() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from nutmeg.seals where table_name = tg_table_name and row_id = old.id;
  return null;
end
$$;

-- No sensitive answer shows more than four digits.
create function nutmeg.answers_are_masked(form_data jsonb) returns boolean
  language sql immutable
  as $$
  select jsonb_typeof(form_data) = 'object' and not exists (
    select from unnest(array[
      'ssn', 'spouseSSN', 'businessEin', 'routingNumber', 'accountNumber'
    ]) as sensitive (name)
    cross join lateral jsonb_path_query(form_data, ('$.**."' || sensitive.name || '"')::jsonpath) as answer
    where jsonb_typeof(answer) <> 'string' or answer #>> '{}' ~ '([0-9][^0-9]*){5}'
  )
$$;

grant execute on function nutmeg.answers_are_masked(jsonb) to authenticated, service_role;

create table public.tax_forms (
  id uuid primary key default gen_random_uuid(),
  -- A foreign key to the profile, so that staff can select both at once.
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  year int not null check (year between 2000 and 2200),
  form_data jsonb not null check (nutmeg.answers_are_masked(form_data)),
  -- The server's time; what a caller sends is ignored.
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, year)
);

create index tax_forms_year_idx on public.tax_forms (year, submitted_at desc);

create table public.tax_form_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  year int not null check (year between 2000 and 2200),
  form_data jsonb not null default '{}' check (form_data = '{}'),
  -- Each save names the version that it creates, so that a device with an old draft can't overwrite a newer one.
  version int not null default 1 check (version > 0),
  -- Which device saved it last, in words for its owner: "Chrome on Android".
  device text not null default '' check (char_length(device) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, year)
);

-- A form that the server itself writes, without a caller, keeps its own time: forms of former years. Who may answer for two
-- clients must not give the form of one to the other.
create function nutmeg.stamp_tax_form() returns trigger
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

create trigger tax_forms_stamped before insert or update on public.tax_forms
  for each row execute function nutmeg.stamp_tax_form();

-- After a submission: the record, the notice to the office, and the end of the draft. A form that is sent again within
-- ten minutes causes no second notice.
create function nutmeg.receive_tax_form()
  returns trigger
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  announced boolean;
begin
  if nutmeg.is_merging() then
    return null;
  end if;
  -- The form's foreign key has waited for any merge under way, so this reads its outcome.
  perform nutmeg.refuse_merged(new.user_id);
  perform nutmeg.limit_own_acts();
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
  if auth.role() is not null then
    perform nutmeg.open_rule_task('form_received', new.user_id, new.year, null, again => false);
    perform nutmeg.check_list(new.user_id, new.year);
  end if;
  return null;
end
$$;

create trigger tax_forms_received after insert or update on public.tax_forms
  for each row execute function nutmeg.receive_tax_form();

create trigger tax_forms_sealed after insert or update of user_id, year, form_data on public.tax_forms
  for each row execute function nutmeg.keep_seal();

create trigger tax_forms_unsealed after delete on public.tax_forms
  for each row execute function nutmeg.drop_seal();

-- Who may answer for two clients must not give the draft of one to the other.
create function nutmeg.refuse_stale_draft() returns trigger
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
    raise exception 'The draft was changed elsewhere' using errcode = 'PT409', detail = 'draft_changed';
  end if;
  return new;
end
$$;

create trigger tax_form_drafts_follow before update on public.tax_form_drafts
  for each row execute function nutmeg.refuse_stale_draft();

-- Afterwards: an upsert that will become an update passes the triggers before an insert too.
create trigger tax_form_drafts_begin after insert on public.tax_form_drafts
  for each row execute function nutmeg.refuse_stale_draft();

create trigger tax_form_drafts_sealed after insert or update of user_id, year, form_data on public.tax_form_drafts
  for each row execute function nutmeg.keep_seal();

create trigger tax_form_drafts_unsealed after delete on public.tax_form_drafts
  for each row execute function nutmeg.drop_seal();

alter table public.tax_forms enable row level security;

alter table public.tax_form_drafts enable row level security;

grant select on public.tax_forms to authenticated;

-- An upsert sets what it inserts.
grant insert (user_id, year, form_data, submitted_at), update (user_id, year, form_data, submitted_at)
  on public.tax_forms to authenticated;

grant select, insert, update, delete on public.tax_forms to service_role;

create policy "service_role: all" on public.tax_forms to service_role using (true) with check (true);

create policy "require second factor" on public.tax_forms as restrictive to authenticated
  using (not (select nutmeg.mfa_pending())) with check (not (select nutmeg.mfa_pending()));

grant select, delete on public.tax_form_drafts to authenticated;

grant insert (user_id, year, form_data, version, device), update (user_id, year, form_data, version, device)
  on public.tax_form_drafts to authenticated;

create policy "require second factor" on public.tax_form_drafts as restrictive to authenticated
  using (not (select nutmeg.mfa_pending())) with check (not (select nutmeg.mfa_pending()));

-- Reveals one sensitive answer to staff and records the access first. The function returns only which answer was
-- asked for, as JSON: {"form_id", "field"}. The server opens the seal and responds with the answer itself
-- (server/rest/tables). The type is text because the answer that the client gets is one.
create function public.reveal_tax_answer(form_id uuid, field text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  form public.tax_forms;
begin
  if not public.is_staff() then
    raise exception 'Only staff can see this' using errcode = '42501';
  end if;
  if field is null or field !~ '^(ssn|spouseSSN|businessEin|routingNumber|accountNumber|dependents\.(0|[1-9][0-9]?)\.ssn)$' then
    raise exception 'Not a sensitive answer' using errcode = '22023';
  end if;
  select * into form from public.tax_forms f where f.id = reveal_tax_answer.form_id;
  if form.form_data #>> string_to_array(field, '.') is null then
    raise exception 'There is no such answer' using errcode = 'P0002';
  end if;
  -- More than a person can copy by hand; far less than a stolen session would want.
  if nutmeg.revealed_this_hour() >= 300 then
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.'
      using errcode = 'PT429', detail = 'too_many_reveals';
  end if;
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (
    auth.uid(), 'tax_form.revealed', form.user_id,
    jsonb_build_object('form', form.id, 'year', form.year, 'field', field),
    nullif(current_setting('request.address', true), '')::inet
  );
  return jsonb_build_object('form_id', form.id, 'field', field)::text;
end
$$;

grant execute on function public.reveal_tax_answer(uuid, text) to authenticated;

-- Who has sent the form of a year, without reading the forms.
create index tax_forms_year_user_idx on public.tax_forms (year, user_id);

create policy "own form, or staff: read" on public.tax_forms for select to authenticated
  using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );
