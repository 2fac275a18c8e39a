-- The acts on a request. Only the server calls them, in the caller's name, with the address and device of the request. Each
-- locks the request first, so that of two acts at once one is refused. A repeated act changes nothing.

create function nutmeg.refuse_signature(code text, message text) returns void
  language plpgsql
  as $$
begin
  raise exception '%', message using errcode = '23514', detail = code;
end
$$;

create function nutmeg.is_signature_act(request uuid, act uuid, kinds text[]) returns boolean
  language sql stable
  as $$
  select exists (
    select from public.signature_events e
    where e.request_id = request and e.act_id = act and e.actor_id = auth.uid() and e.kind = any (kinds)
  )
$$;

-- Whether the person may sign for the client today. Staff sign for themselves only.
create function nutmeg.may_sign(client uuid, person uuid) returns boolean
  language sql stable
  as $$
  select exists (
    select from public.client_members m
    where m.client_id = client and m.user_id = person and m.rights @> array['see', 'sign'] and m.last_year is null
      and (m.ends_at is null or m.ends_at > now())
  ) and nutmeg.has_login(person) and (
    client = person or exists (select from public.user_profiles p where p.user_id = person and p.role = 'client')
  )
$$;

-- Tells the signers whose turn has come, each once.
create function nutmeg.queue_signer_mails(request public.signature_requests, after_position int) returns void
  language sql
  as $$
  select nutmeg.write_letter(p.email, 'signature_request', jsonb_strip_nulls(jsonb_build_object(
    'first_name', p.first_name, 'request_id', request.id, 'client_id', nullif(request.client_id, s.user_id)
  )))
  from public.signers s join public.user_profiles p on p.user_id = s.user_id
  where s.request_id = request.id and s.status = 'waiting' and p.email <> ''
    and s.position > after_position
    and s.position = (
      select min(n.position) from public.signers n where n.request_id = request.id and n.status = 'waiting'
    )
$$;

-- The server has read the document and checked the fields. `signers` and `fields` are lists of rows.
create function nutmeg.send_signature_request(
  request_id uuid, document_id uuid, document_sha256 text, pages int, title text, year int, signers jsonb, fields jsonb,
  address text, device text
) returns uuid
  language plpgsql
  as $$
#variable_conflict use_column
declare
  file public.file_uploads;
  made public.signature_requests;
begin
  perform nutmeg.require_staff();
  if exists (
    select from public.signature_requests r where r.id = send_signature_request.request_id and r.created_by = auth.uid()
  ) then
    return send_signature_request.request_id;
  end if;
  -- The row of the document is locked, so that it can't be changed or deleted in between.
  perform from storage.objects o where o.id = send_signature_request.document_id for update;
  select * into file from public.file_uploads f where f.id = send_signature_request.document_id;
  if not found then
    perform nutmeg.refuse_signature('no_document', 'The document is no longer there');
  end if;
  if file.sha256 is distinct from send_signature_request.document_sha256 then
    perform nutmeg.refuse_signature('changed', 'The document has changed');
  end if;
  perform from public.clients c where c.id = file.user_id for share;
  perform nutmeg.refuse_merged(file.user_id);
  if exists (
    select from public.signature_requests r where r.document_id = file.id and r.status in ('sent', 'partly_signed', 'signed')
  ) then
    perform nutmeg.refuse_signature('already_out', 'This document is out for signature already');
  end if;
  if exists (select from public.signature_requests r where r.sealed_document_id = file.id) then
    perform nutmeg.refuse_signature('already_signed', 'This document is signed and sealed already');
  end if;
  insert into public.signature_requests (
    id, client_id, title, year, document_id, document_name, document_sha256, pages, created_by
  ) values (
    send_signature_request.request_id, file.user_id, btrim(send_signature_request.title), send_signature_request.year,
    file.id, file.file_name, file.sha256, send_signature_request.pages, auth.uid()
  ) returning * into made;
  insert into public.signers (id, request_id, client_id, user_id, position, name)
  select s.id, made.id, made.client_id, s.user_id, s.position, nutmeg.display_name(p)
  from jsonb_to_recordset(send_signature_request.signers) as s (id uuid, user_id uuid, position int)
    join public.user_profiles p on p.user_id = s.user_id;
  if not exists (select from public.signers s where s.request_id = made.id)
    or (select count(*) from public.signers s where s.request_id = made.id)
      <> jsonb_array_length(send_signature_request.signers)
    or exists (select from public.signers s where s.request_id = made.id and not nutmeg.may_sign(made.client_id, s.user_id))
  then
    perform nutmeg.refuse_signature('not_a_signer', 'This person can’t sign for the client');
  end if;
  insert into public.signature_fields (
    id, request_id, client_id, signer_id, kind, label, required, page, x, y, width, height
  )
  select f.id, made.id, made.client_id, s.id, f.kind, f.label, f.required, f.page, f.x, f.y, f.width, f.height
  from jsonb_to_recordset(send_signature_request.fields) as f (
    id uuid, signer_id uuid, kind text, label text, required boolean, page int, x real, y real, width real, height real
  ) join public.signers s on s.id = f.signer_id and s.request_id = made.id;
  if exists (
    select from public.signers s where s.request_id = made.id and not exists (
      select from public.signature_fields f where f.signer_id = s.id and f.kind = 'signature' and f.required
    )
  ) then
    perform nutmeg.refuse_signature('no_field', 'Each signer needs a field for the signature');
  end if;
  perform nutmeg.note_signature_event(made.id, 'sent', null, null, address, device, jsonb_build_object(
    'document_sha256', made.document_sha256, 'pages', made.pages, 'signers', send_signature_request.signers,
    'fields', send_signature_request.fields
  ));
  perform nutmeg.record_act('signature.sent', made.client_id, jsonb_build_object('request', made.id));
  perform nutmeg.queue_signer_mails(made, 0);
  return made.id;
end
$$;

-- An act of a signer: consented, viewed, signed, or declined. `marks` is what the server sealed of a signature.
create function nutmeg.act_as_signer(
  request_id uuid, act_id uuid, act text, document_sha256 text, version int, address text, device text, details jsonb,
  disclosure text, marks bytea, reason text
) returns text
  language plpgsql
  as $$
#variable_conflict use_column
declare
  request public.signature_requests;
  signer public.signers;
  is_last boolean;
begin
  if nutmeg.mfa_pending() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  select * into request from public.signature_requests r where r.id = act_as_signer.request_id for update;
  select * into signer from public.signers s where s.request_id = request.id and s.user_id = auth.uid();
  if signer.id is null or not nutmeg.may_sign(request.client_id, auth.uid()) then
    raise exception 'No such request' using errcode = '42501';
  end if;
  perform nutmeg.refuse_merged(request.client_id);
  if nutmeg.is_signature_act(request.id, act_as_signer.act_id, array[act]) then
    return request.status;
  end if;
  if request.status not in ('sent', 'partly_signed') then
    perform nutmeg.refuse_signature('ended', 'This request has ended');
  end if;
  if request.document_sha256 <> act_as_signer.document_sha256 or request.version <> act_as_signer.version then
    perform nutmeg.refuse_signature('changed', 'The document or the request has changed');
  end if;
  if signer.status <> 'waiting' then
    perform nutmeg.refuse_signature('done', 'You have signed already');
  end if;
  if exists (
    select from public.signers s
    where s.request_id = request.id and s.position < signer.position and s.status = 'waiting'
  ) then
    perform nutmeg.refuse_signature('not_yet', 'Someone else signs first');
  end if;
  if act = 'consented' then
    if signer.consented_at is null then
      insert into public.signing_consents (
        signer_id, client_id, user_id, disclosure_sha256, opened_sha256, consented_at
      ) values (signer.id, request.client_id, signer.user_id, disclosure, request.document_sha256, clock_timestamp());
      update public.signers s set consented_at = clock_timestamp() where s.id = signer.id;
    end if;
  elsif act = 'viewed' then
    if signer.consented_at is null then
      perform nutmeg.refuse_signature('no_consent', 'Please agree to sign electronically first');
    end if;
    update public.signers s set viewed_at = coalesce(s.viewed_at, clock_timestamp()) where s.id = signer.id;
  elsif act = 'signed' then
    if signer.consented_at is null then
      perform nutmeg.refuse_signature('no_consent', 'Please agree to sign electronically first');
    end if;
    if signer.viewed_at is null then
      perform nutmeg.refuse_signature('not_viewed', 'Please read the document to its end first');
    end if;
    insert into nutmeg.signature_marks (signer_id, sealed) values (signer.id, marks);
    update public.signers s set status = 'signed', signed_at = clock_timestamp() where s.id = signer.id;
    is_last := not exists (
      select from public.signers s where s.request_id = request.id and s.status = 'waiting'
    );
    update public.signature_requests r set status = case when is_last then 'signed' else 'partly_signed' end
    where r.id = request.id returning * into request;
  elsif act = 'declined' then
    if char_length(btrim(coalesce(act_as_signer.reason, ''))) not between 1 and 1000 then
      perform nutmeg.refuse_signature('no_reason', 'Please say why');
    end if;
    update public.signers s set status = 'declined' where s.id = signer.id;
    update public.signature_requests r set status = 'declined', ended_at = clock_timestamp(),
      reason = btrim(act_as_signer.reason)
    where r.id = request.id returning * into request;
    delete from nutmeg.signature_marks m using public.signers s where s.request_id = request.id and m.signer_id = s.id;
  else
    raise exception 'There is no such act' using errcode = '22023';
  end if;
  perform nutmeg.note_signature_event(request.id, act, signer.id, act_as_signer.act_id, address, device, details);
  if act = 'signed' and not is_last then
    perform nutmeg.queue_signer_mails(request, signer.position);
  elsif act = 'declined' then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'signature_declined', jsonb_build_object(
      'client_id', request.client_id, 'client_name', (select c.name from public.clients c where c.id = request.client_id)
    ));
  end if;
  return request.status;
end
$$;

create function nutmeg.void_signature_request(
  request_id uuid, act_id uuid, version int, reason text, address text, device text
) returns text
  language plpgsql
  as $$
#variable_conflict use_column
declare
  request public.signature_requests;
begin
  perform nutmeg.require_staff();
  select * into request from public.signature_requests r where r.id = void_signature_request.request_id for update;
  if not found then
    raise exception 'No such request' using errcode = '42501';
  end if;
  if nutmeg.is_signature_act(request.id, void_signature_request.act_id, array['voided']) then
    return request.status;
  end if;
  -- What is signed by all is a contract, and is sealed. A correction is a new document.
  if request.status not in ('sent', 'partly_signed') then
    perform nutmeg.refuse_signature('ended', 'This request has ended');
  end if;
  if char_length(btrim(coalesce(void_signature_request.reason, ''))) not between 1 and 1000 then
    perform nutmeg.refuse_signature('no_reason', 'Please say why');
  end if;
  update public.signature_requests r set status = 'voided', version = r.version + 1, ended_at = clock_timestamp(),
    reason = btrim(void_signature_request.reason)
  where r.id = request.id returning * into request;
  delete from nutmeg.signature_marks m using public.signers s where s.request_id = request.id and m.signer_id = s.id;
  perform nutmeg.note_signature_event(request.id, 'voided', null, void_signature_request.act_id, address, device,
    jsonb_build_object('reason', request.reason));
  perform nutmeg.record_act('signature.voided', request.client_id, jsonb_build_object('request', request.id));
  return request.status;
end
$$;

-- The server has made the sealed copy, and has inserted its document in this transaction.
create function nutmeg.finish_signature_request(request_id uuid, document_id uuid, document_sha256 text, details jsonb)
  returns void
  language plpgsql
  as $$
#variable_conflict use_column
declare
  request public.signature_requests;
begin
  update public.signature_requests r set status = 'completed', sealed_document_id = finish_signature_request.document_id,
    sealed_sha256 = finish_signature_request.document_sha256, sealed_at = clock_timestamp(), ended_at = clock_timestamp()
  where r.id = finish_signature_request.request_id and r.status = 'signed' returning * into strict request;
  delete from nutmeg.signature_marks m using public.signers s where s.request_id = request.id and m.signer_id = s.id;
  perform nutmeg.note_signature_event(request.id, 'sealed', null, null, '', '', details);
  perform nutmeg.write_letter(p.email, 'signature_completed', jsonb_strip_nulls(jsonb_build_object(
    'first_name', p.first_name, 'client_id', nullif(request.client_id, s.user_id)
  )))
  from public.signers s join public.user_profiles p on p.user_id = s.user_id
  where s.request_id = request.id and p.email <> '';
end
$$;

-- What the caller has to sign now, for the account page.
create function public.my_signatures() returns table (request_id uuid, client_id uuid, title text, sent_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
  select r.id, r.client_id, r.title, r.created_at
  from public.signers s join public.signature_requests r on r.id = s.request_id
  where s.user_id = auth.uid() and s.status = 'waiting' and r.status in ('sent', 'partly_signed')
    and r.client_id = any (auth.my_clients('sign')) and not nutmeg.mfa_pending()
    and not exists (
      select from public.signers n where n.request_id = r.id and n.position < s.position and n.status = 'waiting'
    )
  order by r.created_at, r.id
  limit 50
$$;

grant execute on function public.my_signatures() to authenticated;

-- The people who may sign for a client, for staff.
create function public.possible_signers(client_id uuid) returns table (user_id uuid, name text, relation text)
  language plpgsql stable security definer set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform nutmeg.require_staff();
  return query
    select m.user_id, nutmeg.display_name(p), m.relation
    from public.client_members m join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = possible_signers.client_id and nutmeg.may_sign(m.client_id, m.user_id)
    order by m.user_id <> m.client_id, 2, 1;
end
$$;

grant execute on function public.possible_signers(uuid) to authenticated;
