-- Staff invite a person to a client: on paper with a short code, by mail, or by text. The person logs in or signs up,
-- enters the code, and answers a question that only the client knows. The client or a super user then confirms. Before
-- that, nothing is shown. Access that other staff ask for is an invitation without a code, accepted from the beginning.

create table nutmeg.client_invitations (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references public.clients on delete cascade,
  relation text not null check (relation in ('self', 'spouse', 'owner', 'helper')),
  rights text[] not null check (
    cardinality(rights) <= 5 and 'see' = any (rights) and rights <@ array['see', 'upload', 'answer', 'sign', 'manage']
  ),
  last_year int check (last_year between 2000 and 2200),
  -- When the membership itself ends; null for no end.
  ends_at timestamptz check (ends_at between '2000-01-01' and '3000-01-01'),
  -- The person that the office has in mind.
  name text not null check (char_length(name) between 1 and 200),
  email text not null default '' check (char_length(email) <= 255),
  -- SHA-256 of the code.
  code_hash bytea unique,
  question text check (question in ('tax_id_last4', 'zip', 'phone_last4')),
  -- SHA-256 of the invitation's id and the answer: so that the table alone doesn't show it.
  answer_hash bytea,
  wrong_answers int not null default 0,
  -- Plain ids: the record outlives the people.
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  accepted_by uuid,
  accepted_at timestamptz,
  -- Confirmed, refused, or withdrawn.
  closed_at timestamptz,
  closed_by uuid,
  confirmed boolean not null default false,
  check (relation <> 'helper' or not 'manage' = any (rights)),
  check (last_year is null or rights = array['see']),
  check (code_hash is not null and question is not null and answer_hash is not null or accepted_by is not null)
);

create index client_invitations_invited_by_idx on nutmeg.client_invitations (invited_by, created_at);

create index client_invitations_client_id_idx on nutmeg.client_invitations (client_id, created_at desc);

create index client_invitations_waiting_idx on nutmeg.client_invitations (accepted_at)
  where accepted_at is not null and closed_at is null;

alter table nutmeg.client_invitations enable row level security;

-- Codes that a person tried and that don't exist.
create table nutmeg.invitation_misses (
  user_id uuid not null,
  at timestamptz not null default now()
);

create index invitation_misses_user_id_idx on nutmeg.invitation_misses (user_id, at);

alter table nutmeg.invitation_misses enable row level security;

-- Ten of 32 characters that can't be mistaken for one another: 50 bits, of which a person may try ten in an hour.
create function nutmeg.new_invitation_code() returns text
  language sql volatile
  as $$
  select string_agg(
    substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(uuid_send(gen_random_uuid()), 0) % 32, 1), ''
  ) from generate_series(1, 10)
$$;

create function nutmeg.hash_invitation_code(code text) returns bytea
  language sql immutable
  as $$ select sha256(convert_to(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'UTF8')) $$;

create function nutmeg.hash_invitation_answer(invitation_id uuid, answer text) returns bytea
  language sql immutable
  as $$ select sha256(uuid_send(invitation_id) || convert_to(regexp_replace(answer, '[^0-9]', '', 'g'), 'UTF8')) $$;

-- Returns the code, which is not stored and can't be shown again.
create function public.invite_to_client(
  invitation_id uuid,
  client_id uuid,
  relation text,
  rights text[],
  person_name text,
  question text,
  -- Digits: four, or the five of a ZIP code.
  answer text,
  -- Also sends the code by mail; empty for none.
  person_email text default '',
  ends_at timestamptz default null
) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  code constant text := nutmeg.new_invitation_code();
  address constant text := lower(btrim(coalesce(person_email, '')));
  needed constant int := case when question = 'zip' then 5 else 4 end;
  digits constant text := regexp_replace(coalesce(left(answer, 40), ''), '[^0-9]', '', 'g');
begin
  perform nutmeg.require_staff();
  perform from public.clients c where c.id = invite_to_client.client_id for update;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.refuse_merged(invite_to_client.client_id);
  perform nutmeg.refuse_many_grants();
  -- Who takes over a client is the client: nothing less, and without an end.
  if relation = 'self' and (
    nutmeg.has_login(invite_to_client.client_id) or ends_at is not null
    or not rights @> array['see', 'upload', 'answer', 'sign', 'manage']
  ) then
    raise exception 'A person always has every right for their own client' using errcode = '23514';
  end if;
  if char_length(digits) <> needed then
    raise exception 'The answer has % digits', needed using errcode = '23514';
  end if;
  if address <> '' and (char_length(address) > 255 or not nutmeg.is_email(address)) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email_format';
  end if;
  perform nutmeg.refuse_many_invitations(invite_to_client.client_id);
  insert into nutmeg.client_invitations (
    id, client_id, relation, rights, ends_at, name, email, code_hash, question, answer_hash, invited_by
  ) values (
    invite_to_client.invitation_id, invite_to_client.client_id, invite_to_client.relation, invite_to_client.rights,
    invite_to_client.ends_at, btrim(person_name), address, nutmeg.hash_invitation_code(code), invite_to_client.question,
    nutmeg.hash_invitation_answer(invite_to_client.invitation_id, digits), auth.uid()
  );
  if address <> '' then
    perform nutmeg.write_staff_letter(address, 'client_invitation', jsonb_build_object(
      -- The whole name: the letter knows which part of it greets.
      'first_name', btrim(person_name), 'code', code
    ));
  end if;
  if invite_to_client.relation = 'self' then
    perform nutmeg.write_text(
      nutmeg.consented_number(p.user_id), 'invitation', jsonb_build_object('code', code), p.language
    ) from public.user_profiles p where p.user_id = invite_to_client.client_id;
  end if;
  perform nutmeg.record_act('client.invited', invite_to_client.client_id, jsonb_build_object(
    'invitation', invite_to_client.invitation_id, 'relation', invite_to_client.relation,
    'rights', to_jsonb(invite_to_client.rights)
  ));
  return code;
end
$$;

create function nutmeg.refuse_many_invitations(client uuid) returns void
  language plpgsql
  as $$
begin
  if (
    select count(*) from nutmeg.client_invitations i
    where i.client_id = client and i.closed_at is null and (i.accepted_at is not null or i.expires_at > now())
  ) >= 40 then
    raise exception 'This client has 40 open invitations. Withdraw one first.'
      using errcode = '23514', detail = 'too_many_invitations';
  end if;
end
$$;

-- Access that waits for the client or a super user. One for each person: a later one replaces it.
create function nutmeg.ask_for_access(
  client uuid, member uuid, relation text, rights text[], last_year int, ends_at timestamptz
) returns void
  language plpgsql
  as $$
begin
  perform nutmeg.refuse_staff_as_member(client, member);
  perform nutmeg.allowed_until(client, member, relation, ends_at);
  update nutmeg.client_invitations i set closed_at = now(), closed_by = auth.uid()
  where i.client_id = client and i.accepted_by = member and i.code_hash is null and i.closed_at is null;
  perform nutmeg.refuse_many_invitations(client);
  insert into nutmeg.client_invitations (
    client_id, relation, rights, last_year, ends_at, name, email, invited_by, accepted_by, accepted_at
  )
  select client, ask_for_access.relation, ask_for_access.rights, ask_for_access.last_year, ask_for_access.ends_at,
    left(coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), nullif(p.email, ''), '-'), 200), p.email,
    auth.uid(), member, now()
  from public.user_profiles p where p.user_id = member;
  if not found then
    raise exception 'No such person' using errcode = 'P0002';
  end if;
  perform nutmeg.record_access('client.access_asked', client, member, jsonb_build_object(
    'relation', relation, 'rights', to_jsonb(rights), 'last_year', last_year, 'ends_at', ends_at
  ));
  perform nutmeg.write_about_access(client, 'access_asked', member);
end
$$;

-- The open invitations of a client, and those that wait to be confirmed. For staff, and for those who manage the client.
create function public.client_invitations(client_id uuid) returns table (
    id uuid,
    relation text,
    rights text[],
    last_year int,
    ends_at timestamptz,
    name text,
    email text,
    created_at timestamptz,
    expires_at timestamptz,
    -- Null for access that staff asked for without a code.
    question text,
    accepted_at timestamptz,
    accepted_by uuid,
    accepted_name text,
    accepted_email text,
    -- Null for someone who no longer works here.
    invited_by_name text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if not nutmeg.manages_client(client_invitations.client_id) then
    perform nutmeg.require_staff();
  end if;
  return query
    select i.id, i.relation, i.rights, i.last_year, i.ends_at, i.name, i.email, i.created_at, i.expires_at, i.question,
      i.accepted_at, i.accepted_by, btrim(p.first_name || ' ' || p.last_name), p.email, nutmeg.staff_name(i.invited_by)
    from nutmeg.client_invitations i left join public.user_profiles p on p.user_id = i.accepted_by
    where i.client_id = client_invitations.client_id and i.closed_at is null
      and (i.accepted_at is not null or i.expires_at > now())
    order by i.accepted_at desc nulls last, i.created_at desc
    limit 100;
end
$$;

create function nutmeg.manages_client(client uuid) returns boolean
  language sql stable
  as $$ select client = any (auth.my_clients('manage')) and not nutmeg.mfa_pending() $$;

-- The clients with a person who waits to be confirmed.
create function public.waiting_invitations() returns table (client_id uuid, name text, accepted_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select distinct on (i.client_id) i.client_id, c.name, i.accepted_at
    from nutmeg.client_invitations i join public.clients c on c.id = i.client_id
    where i.accepted_at is not null and i.closed_at is null
    order by i.client_id, i.accepted_at
    limit 100;
end
$$;

-- What the person with the code sees and does. Without an answer, it tells the question; with the right one, it hands the
-- invitation to staff. The result is a word, not an error, so that what was tried stays counted:
-- unknown, tax_id_last4, zip, phone_last4 (the question), wrong, accepted.
create function public.accept_client_invitation(code text, answer text default null) returns text
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  invitation nutmeg.client_invitations;
begin
  if auth.uid() is null or nutmeg.mfa_pending()
    or not exists (select from public.user_profiles p where p.user_id = auth.uid() and p.role = 'client') then
    raise exception 'Please log in as a client' using errcode = '42501';
  end if;
  -- One try at a time for each person, so that many at once don't pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.invitation_misses ' || auth.uid(), 0));
  delete from nutmeg.invitation_misses m where m.user_id = auth.uid() and m.at <= now() - interval '1 hour';
  if (select count(*) from nutmeg.invitation_misses m where m.user_id = auth.uid()) >= 10 then
    raise exception 'Too many tries. Please wait an hour, or call our office.' using errcode = 'PT429';
  end if;
  select * into invitation from nutmeg.client_invitations i
  where i.code_hash = nutmeg.hash_invitation_code(left(code, 40)) and i.closed_at is null
    and (i.accepted_by = auth.uid() or i.accepted_at is null and i.expires_at > now())
  for update;
  if not found then
    insert into nutmeg.invitation_misses (user_id) values (auth.uid());
    return 'unknown';
  end if;
  if invitation.accepted_by is not null then
    return 'accepted';
  end if;
  if answer is null then
    return invitation.question;
  end if;
  if invitation.answer_hash <> nutmeg.hash_invitation_answer(invitation.id, left(answer, 40)) then
    insert into nutmeg.invitation_misses (user_id) values (auth.uid());
    update nutmeg.client_invitations i set wrong_answers = i.wrong_answers + 1,
      -- A person with the code but without the answer is somebody else.
      closed_at = case when i.wrong_answers >= 4 then now() end
    where i.id = invitation.id;
    return case when invitation.wrong_answers >= 4 then 'unknown' else 'wrong' end;
  end if;
  update nutmeg.client_invitations i set accepted_by = auth.uid(), accepted_at = now() where i.id = invitation.id;
  perform nutmeg.record_act('client.invitation_accepted', invitation.client_id, jsonb_build_object(
    'invitation', invitation.id
  ));
  if nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'invitation_accepted', jsonb_build_object(
      'client_id', c.id, 'client_name', c.name
    )) from public.clients c where c.id = invitation.client_id;
  end if;
  return 'accepted';
end
$$;

grant execute on function
  public.invite_to_client(uuid, uuid, text, text[], text, text, text, text, timestamptz),
  public.client_invitations(uuid), public.waiting_invitations(), public.accept_client_invitation(text, text)
  to authenticated;
