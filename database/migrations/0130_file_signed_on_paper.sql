-- A client has signed the file that staff saw when they began to record it. Since then, another one may have replaced it.

-- As in 0025. Pages of the release before send no hash.
drop function public.approve_on_paper(uuid, text, boolean);
CREATE OR REPLACE FUNCTION public.approve_on_paper(return_id uuid, signature text, email_client boolean DEFAULT true, seen_sha256 text DEFAULT NULL::text)
 RETURNS public.tax_returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.tax_returns;
  after public.tax_returns;
  typed text := btrim(signature);
begin
  perform nutmeg.require_staff();
  select * into before from public.tax_returns r where r.id = return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.has_member(before.user_id, 'sign') then
    raise exception 'This client approves the return in the portal' using errcode = '23514';
  end if;
  if before.status <> 'ready_for_review' then
    raise exception 'This return is not ready for review' using errcode = '23514', detail = 'not_ready_for_review';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type the name of who signed' using errcode = '23514';
  end if;
  if seen_sha256 <> before.document_sha256 then
    raise exception 'The file has changed since you opened it. Please read it again.'
      using errcode = '23514', detail = 'file_changed';
  end if;
  if before.document_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id) then
    raise exception 'The file has changed since the return was ready. Choose it again.' using errcode = '23514';
  end if;
  update public.tax_returns r set status = 'approved', approved_at = now(), approved_name = typed,
    approved_sha256 = before.document_sha256
  where r.id = before.id returning * into after;
  perform nutmeg.note_return_step(after, before.status, 'staff', 'Signed on paper by ' || typed, email_client, before);
  return after;
end
$function$;
grant execute on function public.approve_on_paper(uuid,text,boolean,text) to authenticated;
