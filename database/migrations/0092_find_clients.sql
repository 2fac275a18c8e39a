-- Which client it is, and what was shared: by the end of a tax number, by an address that several share, and for a member
-- whose access ends.

-- By the end of a tax number

-- Staff find a client by the last four digits of a tax number: of the newest form's people, or of the details. The digits
-- are half a secret, so this is no part of the other searches: each look is recorded, and there are few of them.

-- The last four digits of each tax number in the masked copy of a form.
create function nutmeg.last_fours_of_form(form jsonb) returns text[]
  language sql immutable
  as $$
  select coalesce(array_agg(right(number, 4)), '{}')
  from (
    select unnest(array[form ->> 'ssn', form ->> 'spouseSSN', form ->> 'businessEin'])
    union all
    select d #>> '{}' from jsonb_path_query(form, '$.dependents[*].ssn') as d
  ) as n (number)
  where number <> ''
$$;

-- For the index, which each writer of a form keeps.
grant execute on function nutmeg.last_fours_of_form(jsonb) to authenticated, service_role;

create index tax_forms_last_fours_idx on public.tax_forms using gin (nutmeg.last_fours_of_form(form_data));

create index client_details_tax_id_last4_idx on public.client_details (tax_id_last4) where tax_id_last4 is not null;

-- The record names who was found, and no digit. `whose`: 'client', 'spouse', 'dependent', or 'business'.
create function public.find_by_tax_id(last4 text)
  returns table (client_id uuid, name text, email text, whose text)
  language plpgsql volatile security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  found_ids uuid[];
begin
  perform nutmeg.require_staff();
  if last4 is null or last4 !~ '^[0-9]{4}$' then
    raise exception 'Give four digits' using errcode = '22023';
  end if;
  if nutmeg.take_token(sha256(convert_to('nutmeg.tax_id_looks ' || auth.uid(), 'UTF8')), 30, 600) > 0 then
    raise exception 'You’ve searched for a lot of tax IDs. Please try again in a few minutes.'
      using errcode = 'PT429', detail = 'too_many_tax_id_looks';
  end if;
  found_ids := array(
    select p.user_id
    from (
      select f.user_id from public.tax_forms f
      where nutmeg.last_fours_of_form(f.form_data) @> array[last4]
        and not exists (select from public.tax_forms n where n.user_id = f.user_id and n.year > f.year)
      union
      select d.client_id from public.client_details d where d.tax_id_last4 = last4
    ) as m
    join public.user_profiles p on p.user_id = m.user_id
    where not exists (
      select from public.client_details d where d.client_id = p.user_id and d.archived_into is not null
    )
    order by nutmeg.display_name(p), p.user_id
    limit 50
  );
  perform nutmeg.record_act('client.found_by_tax_id', w.id) from unnest(found_ids) as w (id);
  if cardinality(found_ids) = 0 then
    perform nutmeg.record_act('client.not_found_by_tax_id', null);
  end if;
  return query
    select p.user_id, nutmeg.display_name(p), p.email,
      case
        when d.tax_id_last4 = last4 or right(f.form_data ->> 'ssn', 4) = last4 then 'client'
        when right(f.form_data ->> 'spouseSSN', 4) = last4 then 'spouse'
        when right(f.form_data ->> 'businessEin', 4) = last4 then 'business'
        else 'dependent'
      end
    from unnest(found_ids) with ordinality as w (id, n)
    join public.user_profiles p on p.user_id = w.id
    left join public.client_details d on d.client_id = w.id
    left join lateral (
      select t.form_data from public.tax_forms t where t.user_id = w.id order by t.year desc limit 1
    ) as f on true
    order by w.n;
end
$$;

grant execute on function public.find_by_tax_id(text) to authenticated;

-- One profile for an address

-- Families share an address. It finds the one who logs in with it; else, of those whose letters go there, who is no client
-- that was merged or archived, and came first. Null for an unknown one.
create function nutmeg.profile_of_address(address text) returns uuid
  language sql stable
  as $$
  select p.user_id
  from public.user_profiles p
  left join auth.users u on u.id = p.user_id and u.email = p.email
  left join public.client_details d on d.client_id = p.user_id
  where address <> '' and p.email = lower(btrim(address))
  order by u.id is null, d.archived_at is not null, p.created_at, p.user_id
  limit 1
$$;

-- As in 0030. The appointment keeps its own address.
create or replace function public.add_appointment(
  client_name text, client_phone text, new_start timestamptz, client_email text default null
) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  added uuid;
begin
  perform nutmeg.require_staff();
  perform nutmeg.reject_far_time(new_start);
  insert into public.appointments (name, email, phone, user_id)
  values (
    btrim(client_name), nullif(btrim(client_email), ''), btrim(client_phone), nutmeg.profile_of_address(client_email)
  )
  returning id into added;
  return nutmeg.take_seat(added, new_start);
end
$$;

-- As in 0029.
create or replace function nutmeg.language_of_mail(mail public.email_queue) returns text
  language sql stable
  as $$
  select case when mail.recipient is distinct from lower(btrim(nutmeg.staff_inbox())) then coalesce(
    mail.facts ->> 'language',
    (select a.language from public.appointments a where a.id = (mail.facts ->> 'appointment_id')::uuid),
    (select s.language from public.contact_submissions s where s.id = (mail.facts ->> 'message_id')::uuid),
    (select p.language from public.user_profiles p where p.user_id = nutmeg.profile_of_address(mail.recipient))
  ) end
$$;

-- As in 0011. One row for a mail, however many share its address.
create or replace function public.failed_mails() returns table (
    id uuid,
    to_email text,
    email_type text,
    -- The client with this address, if there is one.
    client_id uuid,
    client_name text,
    -- Failed, or pending while it is still tried.
    status text,
    failure text,
    last_error text,
    attempts int,
    created_at timestamptz,
    failed_at timestamptz,
    next_attempt_at timestamptz,
    can_be_resent boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select q.id, q.to_email, q.email_type, p.user_id, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
    q.status, q.failure, q.last_error, q.attempts, q.created_at, q.failed_at, q.next_attempt_at,
    nutmeg.can_be_resent(q)
  from public.email_queue q
  left join public.user_profiles p on p.user_id = nutmeg.profile_of_address(q.recipient)
  where q.undelivered and (select public.is_staff())
  order by q.created_at desc
  limit 200
$$;

-- What a member could see

-- Today, by the years that the membership is limited to (0014, 0016): what is named when access ends.
create function nutmeg.shared_with(member public.client_members)
  returns table (documents bigint, forms int[], returns int[], messages bigint)
  language sql stable
  as $$
  select
    (
      select count(*)
      from public.file_uploads f left join storage.objects o on o.id = f.id
      where f.user_id = member.client_id and (
        member.last_year is null
        or extract(year from greatest(f.uploaded_at, o.replaced_at) at time zone nutmeg.office_zone()) <= member.last_year
      )
    ),
    array(
      select f.year from public.tax_forms f
      where f.user_id = member.client_id and f.year <= coalesce(member.last_year, f.year) order by f.year desc
    ),
    array(
      select distinct r.year from public.tax_returns r
      where r.user_id = member.client_id and r.year <= coalesce(member.last_year, r.year) order by r.year desc
    ),
    (
      select count(*) from public.thread_messages t
      where t.client_id = member.client_id and not t.staff_only and t.year <= coalesce(member.last_year, t.year)
    )
$$;

-- For those who may end this membership (end_client_member).
create function public.shared_with_member(client_id uuid, member_id uuid)
  returns table (documents bigint, forms int[], returns int[], messages bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  return query
    select s.*
    from public.client_members m cross join nutmeg.shared_with(m) as s
    where m.client_id = shared_with_member.client_id and m.user_id = member_id
      and (m.ends_at is null or m.ends_at > now())
      and (
        public.is_staff() or m.user_id = auth.uid()
        or m.relation = 'helper' and m.client_id = any (auth.my_clients('manage'))
      );
end
$$;

grant execute on function public.shared_with_member(uuid, uuid) to authenticated;

-- As in 0032, and the record says what the member could see until then.
create or replace function nutmeg.end_access(client uuid, member uuid) returns void
  language plpgsql
  as $$
declare
  shared jsonb;
begin
  select to_jsonb(s) into shared
  from public.client_members m cross join nutmeg.shared_with(m) as s where m.client_id = client and m.user_id = member;
  update public.client_members m set ends_at = now() where m.client_id = client and m.user_id = member;
  perform nutmeg.record_access('client.member_ended', client, member, jsonb_build_object('shared', shared));
end
$$;
