-- The answer to a letter or an appointment may be lost. A second try names it by the same id, and gets what is there.

drop function public.send_client_letter(uuid, text, text[], text, integer, text[]);
CREATE FUNCTION public.send_client_letter(client_id uuid, letter_template text, letter_items text[] DEFAULT '{}'::text[], staff_note text DEFAULT NULL::text, list_year integer DEFAULT NULL::integer, list_items text[] DEFAULT '{}'::text[], letter_id uuid DEFAULT NULL::uuid)
 RETURNS public.client_letters
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  select * into sent from public.client_letters l
  where l.id = letter_id and l.user_id = client_id and l.template = letter_template and l.sent_by = auth.uid();
  if found then
    return sent;
  end if;
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Name the documents you need' using errcode = '23514', detail = 'documents_not_named';
  end if;
  if cardinality(list_items) > cardinality(letter_items) or letter_template <> 'document_request' and list_items <> '{}' then
    raise exception 'The letter names other documents' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters'
      using errcode = '23514', detail = 'document_name_length';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514', detail = 'nothing_written';
  end if;
  if exists (select from public.user_profiles p where p.user_id = client_id)
    and not exists (select from nutmeg.readers_of_client(client_id)) then
    raise exception 'This client has no email address' using errcode = '23514';
  end if;
  insert into public.client_letters (id, user_id, template, items, note, sent_by, sent_by_name)
  values (
    coalesce(letter_id, gen_random_uuid()), client_id, letter_template, letter_items, nullif(btrim(staff_note), ''), auth.uid(),
    coalesce((
      select nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')
      from public.user_profiles s where s.user_id = auth.uid()
    ), '')
  )
  returning * into sent;
  perform nutmeg.write_to_client(client_id, letter_template, jsonb_build_object(
    'items', to_jsonb(sent.items), 'note', sent.note, 'return_id', nutmeg.return_of_letter(client_id, letter_template)
  ));
  if letter_template = 'document_request' then
    perform nutmeg.ask_for_documents(client_id, coalesce(list_year, nutmeg.office_year()), list_items, letter_items);
  end if;
  return sent;
end
$function$;
grant execute on function public.send_client_letter(uuid,text,text[],text,integer,text[],uuid) to authenticated;

drop function public.add_appointment(text, text, timestamp with time zone, text);
CREATE FUNCTION public.add_appointment(client_name text, client_phone text, new_start timestamp with time zone, client_email text DEFAULT NULL::text, appointment_id uuid DEFAULT NULL::uuid)
 RETURNS public.appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added constant uuid := coalesce(appointment_id, gen_random_uuid());
  before public.appointments;
begin
  perform nutmeg.require_office();
  select * into before from public.appointments a where a.id = added and a.starts_at = new_start;
  if found then
    return before;
  end if;
  perform nutmeg.reject_far_time(new_start);
  insert into public.appointments (id, name, email, phone, user_id)
  values (
    added, btrim(client_name), nullif(btrim(client_email), ''), btrim(client_phone), nutmeg.profile_of_address(client_email)
  );
  return nutmeg.take_seat(added, new_start);
end
$function$;
grant execute on function public.add_appointment(text,text,timestamp with time zone,text,uuid) to authenticated;
