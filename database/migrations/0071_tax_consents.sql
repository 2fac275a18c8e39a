-- Consents to use or to disclose what the office knows from a tax return (26 U.S.C. 7216; Rev. Proc. 2013-14). Each is a
-- separate document for one person, who answers it in the portal and can take it back at any time. Only the server calls
-- the functions of the schema nutmeg, since it knows the address and device of each act and composes the text.

create table public.tax_consents (
  id uuid primary key,
  client_id uuid not null references public.clients,
  -- Who is asked. A plain id: the row outlives the account.
  user_id uuid not null,
  person_name text not null check (char_length(person_name) between 1 and 401),
  kind text not null check (kind in ('use', 'disclose')),
  recipient text not null default '' check (recipient = btrim(recipient) and char_length(recipient) <= 200),
  -- Of a person who is to get access to the client in the portal.
  recipient_email text not null default '' check (recipient_email = lower(btrim(recipient_email)) and char_length(recipient_email) <= 255),
  purpose text not null check (purpose = btrim(purpose) and char_length(purpose) between 1 and 500),
  -- domain/signing/consents/consent.ts has the words.
  data text[] not null check (
    cardinality(data) between 1 and 6
    and data <@ array['contact', 'returns', 'amounts', 'income_papers', 'form_answers', 'all_files']
  ),
  years int[] not null check (cardinality(years) between 1 and 10 and 2000 <= all (years) and 2200 >= all (years)),
  -- The office wants to offer something else than the preparation of the return.
  is_offer boolean not null,
  -- What the person reads and signs, in English, and the SHA-256 of it.
  body text not null check (char_length(body) between 500 and 10000),
  body_sha256 text not null check (body_sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
  status text not null default 'asked' check (status in ('asked', 'given', 'declined', 'withdrawn', 'canceled')),
  asked_by uuid,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  -- What the person typed as a signature.
  signed_name text check (signed_name = btrim(signed_name) and char_length(signed_name) between 2 and 200),
  -- The last day, if the person chose one. Otherwise it ends one year after the signature.
  last_day date,
  expires_at timestamptz,
  withdrawn_at timestamptz,
  check ((kind = 'disclose') = (recipient <> '')),
  check (recipient_email = '' or kind = 'disclose'),
  check ((status in ('given', 'withdrawn')) = (signed_name is not null and expires_at is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null))
);

create index tax_consents_client_id_idx on public.tax_consents (client_id, asked_at desc);

create index tax_consents_user_id_idx on public.tax_consents (user_id, asked_at desc);

create index tax_consents_asked_at_idx on public.tax_consents (asked_at desc, id);

alter table public.tax_consents enable row level security;

grant select on public.tax_consents to authenticated, service_role;

-- A spouse or a helper has no part in it, and the person sees it after they have left the client: it is theirs to take back.
create policy "own consents, or staff: read" on public.tax_consents for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_staff()));

create policy "service_role: read" on public.tax_consents for select to service_role using (true);

create policy "require second factor" on public.tax_consents as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- What happened to a consent, in a chain: each event has the hash of the one before. No one changes or deletes an event.
create table public.tax_consent_events (
  consent_id uuid not null references public.tax_consents,
  sequence int not null,
  at timestamptz not null,
  kind text not null check (kind in ('asked', 'given', 'declined', 'withdrawn', 'canceled')),
  actor_id uuid,
  actor_name text not null,
  act_id uuid not null,
  address text not null,
  device text not null,
  details jsonb not null,
  previous text not null,
  hash text not null,
  primary key (consent_id, sequence),
  unique (consent_id, act_id)
);

alter table public.tax_consent_events enable row level security;

grant select on public.tax_consent_events to authenticated, service_role;

create policy "staff: read" on public.tax_consent_events for select to authenticated using ((select public.is_staff()));

create policy "service_role: read" on public.tax_consent_events for select to service_role using (true);

create policy "require second factor" on public.tax_consent_events as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

create trigger tax_consent_events_append_only before update or delete on public.tax_consent_events
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.refuse_event_change();

create trigger tax_consent_events_no_truncate before truncate on public.tax_consent_events
  for each statement execute function nutmeg.refuse_event_change();

-- What was asked, and what was signed, stays as it was: only the answer is added, and taken back.
create function nutmeg.refuse_consent_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' or old.status not in ('asked', 'given')
    or to_jsonb(old) - array['status', 'answered_at', 'signed_name', 'last_day', 'expires_at', 'withdrawn_at']
      <> to_jsonb(new) - array['status', 'answered_at', 'signed_name', 'last_day', 'expires_at', 'withdrawn_at']
    or old.status = 'given' and (
      new.status <> 'withdrawn' or (new.answered_at, new.signed_name, new.expires_at)
        is distinct from (old.answered_at, old.signed_name, old.expires_at) or new.last_day is distinct from old.last_day
    )
  then
    raise exception 'A consent is never changed or deleted' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger tax_consents_append_only before update or delete on public.tax_consents
  for each row when (current_setting('nutmeg.deleting_client', true) is distinct from 'on')
  execute function nutmeg.refuse_consent_change();

create trigger tax_consents_no_truncate before truncate on public.tax_consents
  for each statement execute function nutmeg.refuse_event_change();

create trigger notify_inserted after insert on public.tax_consents referencing new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

create trigger notify_updated after update on public.tax_consents referencing old table as former new table as changed
  for each statement execute function nutmeg.notify_changes('client_id');

-- One value a line: JSON escapes line breaks, and note_consent_event removes them from the other values.
create function nutmeg.hash_of_consent_event(e public.tax_consent_events) returns text
  language sql stable
  as $$
  select encode(sha256(convert_to(concat_ws(
    E'\n', e.previous, e.consent_id, e.sequence, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
    coalesce(e.actor_id::text, ''), e.actor_name, e.act_id, e.address, e.device, e.details::text
  ), 'UTF8')), 'hex')
$$;

-- Adds an event. The caller has locked the consent.
create function nutmeg.note_consent_event(
  consent uuid, kind text, act uuid, address text, device text, details jsonb
) returns void
  language plpgsql
  as $$
declare
  one_line constant text := '[[:cntrl:]\u2028\u2029]+';
  noted public.tax_consent_events;
begin
  select e.* into noted from public.tax_consent_events e where e.consent_id = consent order by e.sequence desc limit 1;
  noted.previous := coalesce(noted.hash, repeat('0', 64));
  noted.sequence := coalesce(noted.sequence, 0) + 1;
  noted.consent_id := consent;
  -- Never before the event before.
  noted.at := greatest(clock_timestamp(), noted.at);
  noted.kind := note_consent_event.kind;
  noted.actor_id := auth.uid();
  noted.actor_name := regexp_replace(coalesce(
    (select nutmeg.display_name(p) from public.user_profiles p where p.user_id = auth.uid()), 'The portal'
  ), one_line, ' ', 'g');
  noted.act_id := act;
  noted.address := left(regexp_replace(coalesce(note_consent_event.address, ''), one_line, ' ', 'g'), 100);
  noted.device := left(regexp_replace(coalesce(note_consent_event.device, ''), one_line, ' ', 'g'), 300);
  noted.details := coalesce(note_consent_event.details, '{}');
  noted.hash := nutmeg.hash_of_consent_event(noted);
  insert into public.tax_consent_events select noted.*;
end
$$;

-- Whether the chain of a consent is whole, for staff: false if an event was changed, removed, or put in.
create function public.verify_tax_consent_events(consent_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return (
    select count(*) > 0 and coalesce(bool_and(
      (e.event).hash = nutmeg.hash_of_consent_event(e.event) and (e.event).sequence = e.place
        and (e.event).previous = e.before
    ), false)
    from (
      select s as event, row_number() over chain as place, coalesce(lag(s.hash) over chain, repeat('0', 64)) as before
      from public.tax_consent_events s where s.consent_id = verify_tax_consent_events.consent_id
      window chain as (order by s.sequence)
    ) e
  );
end
$$;

-- The server has composed the text.
create function nutmeg.ask_tax_consent(
  consent_id uuid, client_id uuid, user_id uuid, kind text, recipient text, recipient_email text, purpose text, data text[],
  years int[], is_offer boolean, body text, address text, device text
) returns uuid
  language plpgsql
  as $$
#variable_conflict use_column
declare
  made public.tax_consents;
begin
  perform nutmeg.require_staff();
  if exists (
    select from public.tax_consents c where c.id = ask_tax_consent.consent_id and c.asked_by = auth.uid()
  ) then
    return ask_tax_consent.consent_id;
  end if;
  -- The lock keeps two requests for the same at once apart.
  perform from public.clients c where c.id = ask_tax_consent.client_id for update;
  perform nutmeg.refuse_merged(ask_tax_consent.client_id);
  if not nutmeg.may_sign(ask_tax_consent.client_id, ask_tax_consent.user_id) then
    perform nutmeg.refuse_signature('not_a_signer', 'This person can’t sign for the client');
  end if;
  -- 26 CFR 301.7216-3(b): no second request for the same after a no.
  if exists (
    select from public.tax_consents c
    where c.client_id = ask_tax_consent.client_id and c.user_id = ask_tax_consent.user_id
      and c.kind = ask_tax_consent.kind and c.status = 'declined'
      and lower(c.recipient) = lower(btrim(ask_tax_consent.recipient))
      and lower(c.purpose) = lower(btrim(ask_tax_consent.purpose))
  ) then
    perform nutmeg.refuse_signature('asked_before', 'This person has said no to this');
  end if;
  if exists (
    select from public.tax_consents c
    where c.client_id = ask_tax_consent.client_id and c.user_id = ask_tax_consent.user_id
      and c.kind = ask_tax_consent.kind and c.status = 'asked'
      and lower(c.recipient) = lower(btrim(ask_tax_consent.recipient))
      and lower(c.purpose) = lower(btrim(ask_tax_consent.purpose))
  ) then
    perform nutmeg.refuse_signature('asked_already', 'This person has not answered yet');
  end if;
  -- 26 CFR 301.7216-3(b): no request to offer other business after the return was given for signature.
  if ask_tax_consent.is_offer and exists (
    select from public.tax_returns r
    where r.user_id = ask_tax_consent.client_id and r.year = any (ask_tax_consent.years)
      and r.status in ('ready_for_review', 'approved', 'payment_due', 'e_filed', 'accepted', 'rejected')
  ) then
    perform nutmeg.refuse_signature('after_return', 'The return was given for signature already');
  end if;
  if (
    select count(*) from public.tax_consents c where c.client_id = ask_tax_consent.client_id and c.status = 'asked'
  ) >= 20 then
    perform nutmeg.refuse_signature('too_many_open', 'Too many requests wait for an answer');
  end if;
  insert into public.tax_consents (
    id, client_id, user_id, person_name, kind, recipient, recipient_email, purpose, data, years, is_offer, body, body_sha256,
    asked_by
  )
  select ask_tax_consent.consent_id, ask_tax_consent.client_id, p.user_id, nutmeg.display_name(p), ask_tax_consent.kind,
    btrim(ask_tax_consent.recipient), lower(btrim(ask_tax_consent.recipient_email)), btrim(ask_tax_consent.purpose),
    ask_tax_consent.data, ask_tax_consent.years, ask_tax_consent.is_offer, ask_tax_consent.body,
    encode(sha256(convert_to(ask_tax_consent.body, 'UTF8')), 'hex'), auth.uid()
  from public.user_profiles p where p.user_id = ask_tax_consent.user_id
  returning * into strict made;
  perform nutmeg.note_consent_event(made.id, 'asked', made.id, address, device, jsonb_build_object(
    'body_sha256', made.body_sha256, 'kind', made.kind
  ));
  perform nutmeg.record_act('consent.asked', made.client_id, jsonb_build_object('consent', made.id, 'kind', made.kind));
  return made.id;
end
$$;

-- An act on a consent: given, declined, or withdrawn by the person who was asked, or canceled by staff.
create function nutmeg.act_on_tax_consent(
  consent_id uuid, act_id uuid, act text, body_sha256 text, signed_name text, last_day date, address text, device text,
  details jsonb
) returns text
  language plpgsql
  as $$
#variable_conflict use_column
declare
  consent public.tax_consents;
  signed_at timestamptz;
begin
  if nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  select * into consent from public.tax_consents c where c.id = act_on_tax_consent.consent_id for update;
  if act = 'canceled' then
    perform nutmeg.require_staff();
  elsif consent.id is null or consent.user_id is distinct from auth.uid() then
    raise exception 'No such consent' using errcode = '42501';
  end if;
  if consent.id is null then
    raise exception 'No such consent' using errcode = '42501';
  end if;
  if exists (
    select from public.tax_consent_events e
    where e.consent_id = consent.id and e.act_id = act_on_tax_consent.act_id and e.actor_id = auth.uid() and e.kind = act
  ) then
    return consent.status;
  end if;
  if consent.status <> (case act when 'withdrawn' then 'given' else 'asked' end) then
    perform nutmeg.refuse_signature('ended', 'This request has ended');
  end if;
  signed_at := clock_timestamp();
  if act = 'given' then
    if not nutmeg.may_sign(consent.client_id, auth.uid()) then
      raise exception 'No such consent' using errcode = '42501';
    end if;
    perform nutmeg.refuse_merged(consent.client_id);
    if consent.body_sha256 is distinct from act_on_tax_consent.body_sha256 then
      perform nutmeg.refuse_signature('changed', 'The document has changed');
    end if;
    if char_length(btrim(coalesce(act_on_tax_consent.signed_name, ''))) not between 2 and 200 then
      perform nutmeg.refuse_signature('no_name', 'Please type your name');
    end if;
    if act_on_tax_consent.last_day not between nutmeg.office_day() and nutmeg.office_day() + 3652 then
      perform nutmeg.refuse_signature('bad_day', 'Choose a day from today on, within ten years');
    end if;
    update public.tax_consents c set status = 'given', answered_at = signed_at,
      signed_name = btrim(act_on_tax_consent.signed_name), last_day = act_on_tax_consent.last_day,
      expires_at = case
        when act_on_tax_consent.last_day is null then signed_at + interval '1 year'
        else (act_on_tax_consent.last_day + 1)::timestamp at time zone nutmeg.office_zone()
      end
    where c.id = consent.id;
  elsif act = 'withdrawn' then
    update public.tax_consents c set status = 'withdrawn', withdrawn_at = signed_at where c.id = consent.id;
  elsif act in ('declined', 'canceled') then
    update public.tax_consents c set status = act, answered_at = signed_at where c.id = consent.id;
  else
    raise exception 'There is no such act' using errcode = '22023';
  end if;
  perform nutmeg.note_consent_event(consent.id, act, act_on_tax_consent.act_id, address, device,
    coalesce(act_on_tax_consent.details, '{}') || jsonb_build_object('body_sha256', consent.body_sha256)
      || case when act = 'given' then jsonb_build_object(
        'signed_name', btrim(act_on_tax_consent.signed_name), 'last_day', act_on_tax_consent.last_day
      ) else '{}' end
  );
  if act = 'canceled' then
    perform nutmeg.record_act('consent.canceled', consent.client_id, jsonb_build_object('consent', consent.id));
  elsif act = 'withdrawn' then
    perform nutmeg.record_act('consent.withdrawn', consent.client_id, jsonb_build_object('consent', consent.id));
  end if;
  return (select c.status from public.tax_consents c where c.id = consent.id);
end
$$;

grant execute on function public.verify_tax_consent_events(uuid) to authenticated;

-- The register for a file, oldest first; recorded, since it has the names of many clients.
create function public.export_tax_consents() returns table (
    asked_at timestamptz, client_name text, person_name text, kind text, recipient text, recipient_email text, purpose text,
    data text[], years int[], status text, answered_at timestamptz, signed_name text, expires_at timestamptz,
    withdrawn_at timestamptz, body_sha256 text
  )
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  perform nutmeg.record_act('consent.exported', null, '{}');
  return query
    select c.asked_at, k.name, c.person_name, c.kind, c.recipient, c.recipient_email, c.purpose, c.data, c.years, c.status,
      c.answered_at, c.signed_name, c.expires_at, c.withdrawn_at, c.body_sha256
    from (select * from public.tax_consents n order by n.asked_at desc, n.id limit 10000) c
      join public.clients k on k.id = c.client_id
    order by c.asked_at, c.id;
end
$$;

grant execute on function public.export_tax_consents() to authenticated;
