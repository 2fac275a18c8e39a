-- A person who took over a client by a code, and wasn't the right one, can be disconnected for 30 days. The undo of a merge
-- gives readers their marks back. An invitation can ask for the birth date.

-- Take-overs

-- taken_over: of an invitation by which a login took over a client: {"login": its former id, "clients": of which it was a
-- member, "profile": the client's profile before, "banned_until"}.
alter table nutmeg.client_invitations
  add column taken_over jsonb,
  add column undone_at timestamptz;

create index client_invitations_taken_over_idx on nutmeg.client_invitations (client_id, closed_at)
  where taken_over is not null and undone_at is null;

alter table nutmeg.client_invitations drop constraint client_invitations_question_check;

-- As in 0034, and the birth date.
alter table nutmeg.client_invitations add constraint client_invitations_question_check
  check (question in ('tax_id_last4', 'zip', 'phone_last4', 'birth_date'));

-- What the undo of a take-over needs to know.
create function nutmeg.before_take_over(login uuid, client uuid) returns jsonb
  language sql stable
  as $$
  select jsonb_build_object(
    'login', login,
    'clients', (
      select coalesce(jsonb_agg(m.client_id), '[]') from public.client_members m
      where m.user_id = login and m.client_id not in (login, client)
    ),
    'profile', jsonb_build_object(
      'email', p.email, 'first_name', p.first_name, 'last_name', p.last_name, 'phone', p.phone,
      'language', p.language, 'confirmed', p.confirmed
    ),
    'banned_until', u.banned_until
  )
  from public.user_profiles p join auth.users u on u.id = p.user_id where p.user_id = client
$$;

-- The take-over of a client that can still be undone. `email`: the address of the login today. `confirmed_by_name`: null if
-- it wasn't one of the staff.
create function public.take_over_of(client_id uuid)
  returns table (email text, taken_at timestamptz, confirmed_by_name text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select u.email, i.closed_at, nutmeg.staff_name(i.closed_by)
    from nutmeg.take_over(take_over_of.client_id) as i join auth.users u on u.id = i.client_id
    where u.email is not null;
end
$$;

create function nutmeg.take_over(client uuid) returns setof nutmeg.client_invitations
  language sql stable
  as $$
  select i.* from nutmeg.client_invitations i
  where i.client_id = client and i.taken_over is not null and i.undone_at is null
    and i.closed_at > now() - interval '30 days'
  order by i.closed_at desc limit 1
$$;

-- The login leaves the client and gets an own, empty one again, under its former id, with its other memberships. The client
-- keeps everything else and is without a login. Returns the id of the login.
create function public.undo_take_over(client_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  invitation nutmeg.client_invitations;
  before jsonb;
  login auth.users;
  own public.client_members;
  person uuid;
begin
  perform nutmeg.require_staff();
  perform nutmeg.lock_clients(client_id);
  select * into login from auth.users u where u.id = client_id for update;
  select * into invitation from nutmeg.take_over(client_id);
  if invitation.id is null or login.email is null then
    raise exception 'This can’t be undone anymore' using errcode = '23514', detail = 'take_over_final';
  end if;
  perform nutmeg.refuse_merged(client_id);
  if not exists (select from public.user_profiles p where p.user_id = client_id and p.role = 'client') then
    raise exception 'This person no longer has a client account' using errcode = '23514', detail = 'no_client_account';
  end if;
  -- Without a login, the office acts for the client.
  select * into own from public.client_members m where m.client_id = undo_take_over.client_id and m.user_id = client_id;
  perform nutmeg.require_other_member(own, '{}', null, now());
  before := invitation.taken_over;
  person := before ->> 'login';
  -- Links and codes on their way would open the client's account.
  delete from auth.sessions s where s.user_id = client_id;
  delete from auth.one_time_tokens t where t.user_id = client_id;
  delete from auth.flow_state f where f.user_id = client_id;
  delete from nutmeg.email_corrections c where c.user_id = client_id;
  update auth.users u set
    email = null, encrypted_password = null, email_confirmed_at = null, email_change = null, last_sign_in_at = null,
    banned_until = (before ->> 'banned_until')::timestamptz, raw_app_meta_data = '{}', raw_user_meta_data = '{}',
    updated_at = now()
  where u.id = client_id;
  login.id := person;
  login.email_change := null;
  login.updated_at := now();
  insert into auth.users select login.*;
  update auth.mfa_factors f set user_id = person where f.user_id = client_id;
  update auth.sign_in_places p set user_id = person where p.user_id = client_id;
  update auth.identities i set user_id = person,
    provider_id = case when i.provider = 'email' then person::text else i.provider_id end,
    identity_data = case when i.provider = 'email'
      then i.identity_data || jsonb_build_object('sub', person) else i.identity_data end
  where i.user_id = client_id;
  update public.client_members m set user_id = person
  where m.user_id = client_id and m.client_id <> client_id
    and (before -> 'clients' ? m.client_id::text or m.created_at >= invitation.closed_at);
  update nutmeg.client_invitations i set accepted_by = person where i.accepted_by = client_id and i.closed_at is null;
  update public.appointments a set user_id = person where a.user_id = client_id and lower(a.email) = login.email;
  update nutmeg.text_consents c set ended_at = now()
  where c.user_id = client_id and c.ended_at is null and c.given_at >= invitation.closed_at;
  -- Also names and phone, which the wrong person may have changed.
  update public.user_profiles p set
    email = b.email, first_name = b.first_name, last_name = b.last_name, phone = b.phone, language = b.language,
    confirmed = b.confirmed
  from jsonb_populate_record(null::public.user_profiles, before -> 'profile') as b where p.user_id = client_id;
  update public.client_members m set granted_by = null, granted_at = null
  where m.client_id = undo_take_over.client_id and m.user_id = client_id;
  update nutmeg.client_invitations i set undone_at = now(), accepted_by = person where i.id = invitation.id;
  perform nutmeg.record_access('client.take_over_undone', client_id, person);
  return person;
end
$$;

grant execute on function public.take_over_of(uuid), public.undo_take_over(uuid) to authenticated;

-- As in 0035, and keeps what the undo of a take-over needs. Ends an invitation: confirms the person who accepted it, or
-- refuses or withdraws it. Returns the id of the member, or null. A client's own person whose login is still empty takes
-- over the client's id. No one confirms their own access.
create or replace function public.close_client_invitation(invitation_id uuid, confirm boolean) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  invitation nutmeg.client_invitations;
  member uuid;
  taken jsonb;
begin
  if not exists (
    select from nutmeg.client_invitations i
    where i.id = invitation_id and i.accepted_by is distinct from auth.uid()
      and (public.is_super() or public.is_staff() and not confirm or nutmeg.manages_client(i.client_id))
  ) then
    raise exception 'Only the client or a super user can do this'
      using errcode = '42501', detail = 'only_client_or_super';
  end if;
  invitation := nutmeg.lock_invitation(invitation_id);
  if invitation.closed_at is not null then
    -- A repeated request.
    if invitation.confirmed = confirm then
      return case when confirm then invitation.accepted_by end;
    end if;
    raise exception 'This invitation is closed' using errcode = '23514', detail = 'invitation_closed';
  end if;
  if confirm then
    if invitation.accepted_by is null then
      raise exception 'No one has accepted this invitation yet' using errcode = '23514';
    end if;
    if exists (
      select from public.client_details d where d.client_id = invitation.client_id and d.archived_into is not null
    ) then
      raise exception 'This client was merged into another one' using errcode = '23514', detail = 'client_merged';
    end if;
    if exists (
      select from unnest(array[invitation.client_id, invitation.accepted_by]) as both_of (login_id)
      where not exists (
        select from public.user_profiles p where p.user_id = both_of.login_id and p.role = 'client'
      )
    ) then
      raise exception 'This person no longer has a client account'
        using errcode = '23514', detail = 'no_client_account';
    end if;
    member := invitation.accepted_by;
    if member = invitation.client_id then
      -- Their login is this client's already.
      null;
    elsif invitation.relation = 'self' and not nutmeg.has_login(invitation.client_id) and nutmeg.is_blank_client(member)
    then
      -- To the address that the client gave the office, too.
      perform nutmeg.write_about_access(invitation.client_id, 'access_given', member);
      taken := nutmeg.before_take_over(member, invitation.client_id);
      perform nutmeg.move_login(member, invitation.client_id);
      update public.client_members m set granted_by = invitation.invited_by, granted_at = now()
      where m.client_id = invitation.client_id and m.user_id = invitation.client_id;
      perform nutmeg.record_act('client.login_connected', invitation.client_id, jsonb_build_object('login', member));
      member := invitation.client_id;
    else
      perform nutmeg.grant_access(
        invitation.client_id, member, invitation.relation, invitation.rights, invitation.last_year, invitation.ends_at,
        invitation.invited_by
      );
    end if;
    perform nutmeg.write_letter(p.email, 'invitation_confirmed', jsonb_build_object('first_name', p.first_name))
    from public.user_profiles p where p.user_id = member;
  end if;
  update nutmeg.client_invitations i set
    closed_at = now(), closed_by = auth.uid(), confirmed = confirm, accepted_by = coalesce(member, i.accepted_by),
    taken_over = taken
  where i.id = invitation.id;
  perform nutmeg.record_act(
    case when confirm then 'client.invitation_confirmed' else 'client.invitation_closed' end, invitation.client_id,
    jsonb_build_object('invitation', invitation.id, 'member', member)
  );
  return member;
end
$$;

-- As in 0034. The birth date has eight digits, month and day first. Returns the code, which is not stored and can't be shown
-- again.
create or replace function public.invite_to_client(
  invitation_id uuid,
  client_id uuid,
  relation text,
  rights text[],
  person_name text,
  question text,
  -- Digits: four, the five of a ZIP code, or the eight of a birth date.
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
  needed constant int := case question when 'zip' then 5 when 'birth_date' then 8 else 4 end;
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

-- Read marks

alter table nutmeg.merged_rows drop constraint merged_rows_kind_check;

-- As in 0085, and read marks.
alter table nutmeg.merged_rows add constraint merged_rows_kind_check check (kind in (
  'document', 'tax_form', 'tax_form_draft', 'tax_return', 'checklist_item', 'checklist_document', 'note', 'letter',
  'member_of_source', 'member_of_target', 'details',
  'task', 'date', 'message', 'tax_number', 'bill', 'signature_request', 'profile', 'text_consent', 'read_mark'
));

-- As in 0083, and keeps the marks of the target: the merge moves them back to before the first unread message of both.
create or replace function nutmeg.move_messages_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.merged_rows (merge_id, kind, row_id, before)
  select new.id, 'read_mark', r.user_id, jsonb_build_object('side', r.side, 'read_up_to', r.read_up_to)
  from public.thread_reads r where r.client_id = new.target_id;
  insert into public.thread_reads as mark (client_id, user_id, side, read_up_to)
  select new.target_id, reader.user_id, reader.side, coalesce(
    (
      select min(m.sequence) - 1
      from public.thread_messages m
      left join public.thread_reads r
        on r.client_id = m.client_id and r.user_id = reader.user_id and r.side = reader.side
      where m.client_id in (new.source_id, new.target_id) and m.side <> reader.side and m.sequence > coalesce(r.read_up_to, 0)
    ),
    (select max(m.sequence) from public.thread_messages m where m.client_id in (new.source_id, new.target_id)),
    0
  )
  from (
    select distinct r.user_id, r.side from public.thread_reads r where r.client_id in (new.source_id, new.target_id)
  ) reader
  on conflict on constraint thread_reads_client_id_user_id_side_key do update set read_up_to = excluded.read_up_to;
  with moved as (
    update public.thread_messages m set client_id = new.target_id where m.client_id = new.source_id returning m.id
  ), files as (
    update public.thread_attachments a set client_id = new.target_id where a.client_id = new.source_id
  )
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select new.id, 'message', m.id from moved m;
  return null;
end
$$;

-- As in 0052. Who read on in the merged conversation has read both: the farther mark counts. First the source's, by what was
-- read since the merge, and then the target's.
create or replace function nutmeg.return_messages_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  with returned as (
    update public.thread_messages m set client_id = new.source_id
    from nutmeg.merged_rows b
    where b.merge_id = new.id and b.kind = 'message' and m.id = b.row_id and m.client_id = new.target_id
    returning m.id
  )
  update public.thread_attachments a set client_id = new.source_id from returned r where a.message_id = r.id;
  insert into public.thread_reads as mark (client_id, user_id, side, read_up_to, read_at)
  select new.source_id, r.user_id, r.side, r.read_up_to, r.read_at
  from public.thread_reads r where r.client_id = new.target_id
  on conflict on constraint thread_reads_client_id_user_id_side_key do update
    set read_up_to = greatest(mark.read_up_to, excluded.read_up_to);
  update public.thread_reads mark set read_up_to = greatest(mark.read_up_to, (b.before ->> 'read_up_to')::bigint)
  from nutmeg.merged_rows b
  where b.merge_id = new.id and b.kind = 'read_mark' and mark.client_id = new.target_id
    and mark.user_id = b.row_id and mark.side = b.before ->> 'side';
  return null;
end
$$;
