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
  where l.actor_id = auth.uid() and l.action = 'tax_form.revealed' and l.at > now() - interval '1 hour'
$$;

-- As before, with the answers of whole forms in the count.
create or replace function public.reveal_tax_answer(form_id uuid, field text) returns text
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
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.' using errcode = 'PT429';
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
    raise exception 'You’ve viewed a lot of numbers in the past hour. Please try again later.' using errcode = 'PT429';
  end if;
  perform nutmeg.record_act('tax_form.revealed', form.user_id, jsonb_build_object(
    'form', form.id, 'year', form.year, 'fields', to_jsonb(fields), 'reason', given
  ));
  return jsonb_build_object('form_id', form.id)::text;
end
$$;
revoke execute on function nutmeg.sensitive_fields(jsonb), nutmeg.revealed_this_hour(), public.reveal_tax_form(uuid, text) from public;
grant execute on function public.reveal_tax_form(uuid, text) to authenticated;
