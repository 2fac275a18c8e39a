-- When a tax form was last printed at the office, and with which answers, so that the answers that changed since then
-- can be marked.

-- One row per form. The answers are a copy of the form's seal (0020). It stays bound to the client that had the form
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
    raise exception 'The form was submitted again' using errcode = 'PT409';
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
revoke execute on function public.record_form_print(uuid, timestamptz, boolean), public.last_form_print(uuid) from public;
grant execute on function public.record_form_print(uuid, timestamptz, boolean), public.last_form_print(uuid) to authenticated;
