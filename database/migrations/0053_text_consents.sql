-- Who gets texts: no one without their own consent to this number (TCPA), and no number that has answered STOP.

-- "(203) 555-0142" as "+12035550142"; null if no text can be sent there. domain/texts/phone-numbers.ts has the same rule.
create function nutmeg.text_number(phone text) returns text
  language sql immutable set search_path = ''
  as $$
  select '+1' || nutmeg.us_phone(phone) where nutmeg.us_phone(phone) ~ '^[2-9][0-9]{2}[2-9][0-9]{6}$'
$$;

-- The record of each consent. A row is never deleted while the person exists; one that ended stays.
create table nutmeg.text_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  number text not null check (number = nutmeg.text_number(number)),
  -- The words that the person saw, or that staff read to them, in the language they used.
  wording text not null check (char_length(wording) between 40 and 2000),
  -- account: the person, logged in. spoken: said to staff by a client without a login.
  source text not null check (source in ('account', 'spoken')),
  given_at timestamptz not null default now(),
  -- Staff who heard it. Plain ids and names: the record outlives the account.
  recorded_by uuid,
  recorded_by_name text,
  ended_at timestamptz,
  ended_by uuid,
  check ((source = 'spoken') = (recorded_by is not null)),
  check (ended_by is null or ended_at is not null)
);

create unique index text_consents_current_idx on nutmeg.text_consents (user_id) where ended_at is null;

create index text_consents_user_id_idx on nutmeg.text_consents (user_id);

create index text_consents_number_idx on nutmeg.text_consents (number) where ended_at is null;

alter table nutmeg.text_consents enable row level security;

-- Numbers that answered STOP, until they send START. For every person with the number.
create table nutmeg.text_stops (
  number text primary key,
  stopped_at timestamptz not null default now()
);

alter table nutmeg.text_stops enable row level security;

-- The number of a person that may get texts now; null for none. A consent ends with the number that it was given for.
create function nutmeg.consented_number(person uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
  select c.number
  from nutmeg.text_consents c join public.user_profiles p on p.user_id = c.user_id
  where c.user_id = person and c.ended_at is null and c.number = nutmeg.text_number(p.phone)
    and not exists (select from nutmeg.text_stops s where s.number = c.number)
$$;

-- Whether anyone with this number agreed, and no one with it has answered STOP.
create function nutmeg.may_text(to_number text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
      select from nutmeg.text_consents c join public.user_profiles p on p.user_id = c.user_id
      where c.number = to_number and c.ended_at is null and nutmeg.text_number(p.phone) = to_number
    ) and not exists (select from nutmeg.text_stops s where s.number = to_number)
$$;

create function nutmeg.add_consent(person uuid, wording text, source text, by_person uuid, by_name text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  their_number constant text := (select nutmeg.text_number(p.phone) from public.user_profiles p where p.user_id = person);
begin
  -- One after the other for each person.
  perform from public.user_profiles p where p.user_id = person for no key update;
  if their_number is null then
    raise exception 'There is no US or Canadian mobile number' using errcode = '23514';
  end if;
  if exists (
    select from nutmeg.text_consents c where c.user_id = person and c.ended_at is null and c.number = their_number
  ) then
    return;
  end if;
  update nutmeg.text_consents c set ended_at = now(), ended_by = auth.uid() where c.user_id = person and c.ended_at is null;
  insert into nutmeg.text_consents (user_id, number, wording, source, recorded_by, recorded_by_name)
  values (person, their_number, btrim(add_consent.wording), add_consent.source, by_person, by_name);
  perform nutmeg.record_act('texts.agreed', person, jsonb_build_object('source', add_consent.source));
end
$$;

create function nutmeg.end_consent(person uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  update nutmeg.text_consents c set ended_at = now(), ended_by = auth.uid()
  where c.user_id = person and c.ended_at is null;
  if found then
    perform nutmeg.record_act('texts.ended', person);
  end if;
end
$$;

-- What a person can know about a person's texts. One row.
create function nutmeg.text_choice_of(person uuid) returns table (
    number text, agreed_at timestamptz, source text, recorded_by_name text, stopped_at timestamptz
  )
  language sql stable security definer set search_path = ''
  as $$
  select n.number, c.given_at, c.source, c.recorded_by_name, s.stopped_at
  from public.user_profiles p
  cross join lateral (select nutmeg.text_number(p.phone) as number) n
  left join nutmeg.text_consents c on c.user_id = p.user_id and c.ended_at is null and c.number = n.number
  left join nutmeg.text_stops s on s.number = n.number
  where p.user_id = person
$$;

-- The own choice. Null without a number, or without consent.
create function public.my_texts() returns table (number text, agreed_at timestamptz, stopped_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
  select t.number, t.agreed_at, t.stopped_at from nutmeg.text_choice_of(auth.uid()) t
  where not nutmeg.mfa_pending()
$$;

create function public.agree_to_texts(wording text)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Only a person who is logged in can agree' using errcode = '42501';
  end if;
  perform nutmeg.limit_own_acts();
  perform nutmeg.add_consent(auth.uid(), wording, 'account', null, null);
end
$$;

create function public.end_texts() returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or nutmeg.mfa_pending() then
    raise exception 'Only a person who is logged in can do this' using errcode = '42501';
  end if;
  perform nutmeg.end_consent(auth.uid());
end
$$;

-- For staff: a client's own texts, and whether staff may record a spoken consent. Only for clients without a login: with
-- one, they agree themselves.
create function public.texts_of_client(client_id uuid) returns table (
    number text, agreed_at timestamptz, source text, recorded_by_name text, stopped_at timestamptz, may_record boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select t.number, t.agreed_at, t.source, t.recorded_by_name, t.stopped_at,
      exists (select from auth.users u where u.id = texts_of_client.client_id and u.email is null)
    from nutmeg.text_choice_of(texts_of_client.client_id) t;
end
$$;

create function public.record_spoken_consent(client_id uuid, wording text) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  if not exists (select from auth.users u where u.id = record_spoken_consent.client_id and u.email is null) then
    raise exception 'This client has a login and agrees in their own account' using errcode = '42501';
  end if;
  perform nutmeg.refuse_merged(record_spoken_consent.client_id);
  perform nutmeg.add_consent(
    record_spoken_consent.client_id, wording, 'spoken', auth.uid(), coalesce(nutmeg.staff_name(auth.uid()), '')
  );
end
$$;

-- Staff may always end texts: the client said so.
create function public.end_texts_of_client(client_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  perform nutmeg.end_consent(end_texts_of_client.client_id);
end
$$;

grant execute on function public.my_texts(), public.agree_to_texts(text), public.end_texts(),
  public.texts_of_client(uuid), public.record_spoken_consent(uuid, text), public.end_texts_of_client(uuid)
  to authenticated;
