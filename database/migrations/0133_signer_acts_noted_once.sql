-- A signer who agrees or reads again, such as in a second tab, adds nothing to what happened.

-- An act of a signer: consented, viewed, signed, or declined. `marks` is what the server sealed of a signature.
create or replace function nutmeg.act_as_signer(
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
  -- Done already. Events are never deleted, so a signer may not add any number of them.
  if (act = 'consented' and signer.consented_at is not null) or (act = 'viewed' and signer.viewed_at is not null) then
    return request.status;
  end if;
  if act = 'consented' then
    insert into public.signing_consents (
      signer_id, client_id, user_id, disclosure_sha256, opened_sha256, consented_at
    ) values (signer.id, request.client_id, signer.user_id, disclosure, request.document_sha256, clock_timestamp());
    update public.signers s set consented_at = clock_timestamp() where s.id = signer.id;
  elsif act = 'viewed' then
    if signer.consented_at is null then
      perform nutmeg.refuse_signature('no_consent', 'Please agree to sign electronically first');
    end if;
    update public.signers s set viewed_at = clock_timestamp() where s.id = signer.id;
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
