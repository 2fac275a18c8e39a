-- The tax form at the office: filled in for a client who can't log in, revealed for a reason, and printed.

-- Whether a person with a login has this right for the client today. A deactivated login acts for no one, so the office does
-- it: it fills in the form at the desk and records what was signed on paper, also if that login is the only member.
create function nutmeg.has_member(client_id uuid, needed text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.client_members m join auth.users u on u.id = m.user_id
    where m.client_id = has_member.client_id and has_member.needed = any (m.rights) and m.last_year is null
      and (m.ends_at is null or m.ends_at > now())
      and u.email is not null and (u.banned_until is null or u.banned_until <= now())
  )
$$;

-- A draft is private to those who answer (tax_forms), even from the office.
create function nutmeg.is_at_desk(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select public.is_staff() and not nutmeg.has_member(client_id, 'answer') $$;

grant execute on function nutmeg.is_at_desk(uuid) to authenticated;

-- A draft is private to its owner, even from the office.
create policy "own draft: all" on public.tax_form_drafts to authenticated
  using (
    user_id = any ((select auth.my_clients('answer'))::uuid[])
    or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
  )
  with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year())
  );

-- All sensitive answers of one form at once, for one reason, as one entry in the record: to copy a family's numbers, and
-- to correct the form of a client without a login.

-- The paths of the sensitive answers that a form has.
create function nutmeg.sensitive_fields(form jsonb) returns text[]
  language sql immutable
  as $$
  select coalesce(array_agg(path order by path), '{}')
  from (
    select unnest(array['ssn', 'spouseSSN', 'businessEin', 'routingNumber', 'accountNumber'])
    union all
    select 'dependents.' || (n - 1) || '.ssn'
    from jsonb_array_elements(
      case when jsonb_typeof(form -> 'dependents') = 'array' then form -> 'dependents' else '[]' end
    ) with ordinality as d (dependent, n)
  ) as p (path)
  where form #>> string_to_array(path, '.') <> ''
$$;

-- The sensitive answers that the caller was shown in the past hour.
create function nutmeg.revealed_this_hour() returns bigint
  language sql stable security definer set search_path = ''
  as $$
  select coalesce(sum(case when l.details ? 'fields' then jsonb_array_length(l.details -> 'fields') else 1 end), 0)
  from public.audit_log l
  where l.actor_id = auth.uid() and l.action in ('tax_form.revealed', 'client.tax_number_revealed')
    and l.at > now() - interval '1 hour'
$$;

create function public.reveal_tax_form(form_id uuid, reason text) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  form public.tax_forms;
  fields text[];
  given constant text := btrim(reason);
begin
  perform nutmeg.require_staff();
  if given is null or given = '' or char_length(given) > 200 then
    raise exception 'Say why in 1 to 200 characters' using errcode = '23514';
  end if;
  select * into form from public.tax_forms f where f.id = reveal_tax_form.form_id;
  if not found then
    raise exception 'No such form' using errcode = 'P0002';
  end if;
  fields := nutmeg.sensitive_fields(form.form_data);
  if nutmeg.revealed_this_hour() + cardinality(fields) > 300 then
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.'
      using errcode = 'PT429', detail = 'too_many_reveals';
  end if;
  perform nutmeg.record_act('tax_form.revealed', form.user_id, jsonb_build_object(
    'form', form.id, 'year', form.year, 'fields', to_jsonb(fields), 'reason', given
  ));
  return jsonb_build_object('form_id', form.id)::text;
end
$$;

grant execute on function public.reveal_tax_form(uuid, text) to authenticated;

-- Whether the caller, who works at the office, fills in the form of this client: the page offers it only then.
create function public.fills_form_at_desk(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select nutmeg.is_at_desk(client_id) $$;

grant execute on function public.fills_form_at_desk(uuid) to authenticated;

-- When a tax form was last printed at the office, and with which answers, so that the answers that changed since then
-- can be marked.

-- One row per form. The answers are a copy of the form's seal (tax_forms). It stays bound to the client that had the form
-- then, since a merge may give the form to another client.
create table nutmeg.form_prints (
  form_id uuid primary key references public.tax_forms (id) on delete cascade,
  user_id uuid not null,
  year int not null,
  printed_at timestamptz not null,
  -- A plain id: the print outlives the account.
  printed_by uuid not null,
  with_numbers boolean not null,
  wrapped_key bytea not null,
  sealed bytea not null
);

alter table nutmeg.form_prints enable row level security;

-- Records a print before the browser makes it. `seen` is when the printed answers were submitted: a form that was sent
-- again in the meantime is not printed, since its new answers would never be marked.
create function public.record_form_print(form_id uuid, seen timestamptz, with_numbers boolean) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  form public.tax_forms;
begin
  perform nutmeg.require_staff();
  select * into form from public.tax_forms f where f.id = record_form_print.form_id for share;
  if not found then
    raise exception 'No such form' using errcode = 'P0002';
  end if;
  if with_numbers is null then
    raise exception 'Say whether the numbers are printed' using errcode = '23514';
  end if;
  if form.submitted_at is distinct from seen then
    raise exception 'The form was submitted again' using errcode = 'PT409', detail = 'form_submitted_again';
  end if;
  insert into nutmeg.form_prints as p
    (form_id, user_id, year, printed_at, printed_by, with_numbers, wrapped_key, sealed)
  select form.id, form.user_id, form.year, now(), auth.uid(), record_form_print.with_numbers, s.wrapped_key, s.sealed
  from nutmeg.seals s where s.table_name = 'tax_forms' and s.row_id = form.id
  on conflict on constraint form_prints_pkey do update set
    user_id = excluded.user_id, year = excluded.year, printed_at = excluded.printed_at,
    printed_by = excluded.printed_by, with_numbers = excluded.with_numbers,
    wrapped_key = excluded.wrapped_key, sealed = excluded.sealed;
  perform nutmeg.record_act('tax_form.printed', form.user_id, jsonb_build_object(
    'form', form.id, 'year', form.year, 'numbers', with_numbers
  ));
end
$$;

-- The last print of a form as JSON, or null if there was none. The server opens both seals and adds which answers differ, without their values
-- (server/rest/tables).
create function public.last_form_print(form_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return coalesce((
    select jsonb_build_object(
      'form_id', p.form_id, 'printed_at', p.printed_at, 'with_numbers', p.with_numbers,
      'printed_by', coalesce(btrim(u.first_name || ' ' || u.last_name), '')
    )::text
    from nutmeg.form_prints p left join public.user_profiles u on u.user_id = p.printed_by
    where p.form_id = last_form_print.form_id
  ), 'null');
end
$$;

grant execute on function public.record_form_print(uuid, timestamptz, boolean), public.last_form_print(uuid) to authenticated;

create policy "own form of this year: submit" on public.tax_forms for insert to authenticated
  with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );

create policy "own form of this year: submit again" on public.tax_forms for update to authenticated
  using (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  )
  with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );
