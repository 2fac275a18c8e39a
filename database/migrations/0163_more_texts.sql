-- Texts beside two mails: the reminder of an appointment, and the invitation of a client without a login.

-- As before, and with a text if the number of the appointment may get one.
create or replace function nutmeg.remind_of_appointments() returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  due public.appointments;
begin
  for due in
    update public.appointments a set reminded_at = now()
    where a.id in (
      select d.id from public.appointments d
      where d.status = 'confirmed' and d.reminded_at is null
        and d.starts_at > now() and d.starts_at <= now() + interval '24 hours'
        and d.chosen_at < d.starts_at - interval '24 hours'
      for update skip locked
    )
    returning a.*
  loop
    if due.email is not null then
      perform nutmeg.write_appointment_letter(due, due.email, 'appointment_reminder');
    end if;
    perform nutmeg.write_text(nutmeg.text_number(due.phone), 'appointment_reminder', '{}', due.language);
  end loop;
end
$$;

-- As before, and with a text to a client who told the office that texts are fine.
create or replace function public.invite_to_client(
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
  -- Who takes over a client is the client: nothing less, and without an end.
  if relation = 'self' and (ends_at is not null or not rights @> array['see', 'upload', 'answer', 'sign', 'manage']) then
    raise exception 'A person always has every right for their own client' using errcode = '23514';
  end if;
  if char_length(digits) <> needed then
    raise exception 'The answer has % digits', needed using errcode = '23514';
  end if;
  if address <> '' and (char_length(address) > 255 or address !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$') then
    raise exception 'Not an email address' using errcode = '23514';
  end if;
  if (
    select count(*) from nutmeg.client_invitations i
    where i.client_id = invite_to_client.client_id and i.closed_at is null and i.expires_at > now()
  ) >= 40 then
    raise exception 'This client has 40 open invitations. Withdraw one first.' using errcode = '23514';
  end if;
  insert into nutmeg.client_invitations (
    id, client_id, relation, rights, ends_at, name, email, code_hash, question, answer_hash, invited_by
  ) values (
    invite_to_client.invitation_id, invite_to_client.client_id, invite_to_client.relation, invite_to_client.rights,
    invite_to_client.ends_at, btrim(person_name), address, nutmeg.hash_invitation_code(code), invite_to_client.question,
    nutmeg.hash_invitation_answer(invite_to_client.invitation_id, digits), auth.uid()
  );
  if address <> '' then
    perform nutmeg.write_staff_letter(address, 'client_invitation', jsonb_build_object(
      'first_name', split_part(btrim(person_name), ' ', 1), 'code', code
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
