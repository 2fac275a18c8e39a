-- A step that staff take from a page that shows an older status is refused: a colleague was faster, and the client would get
-- two letters. Existing apps don't say what they have seen.

-- Another argument needs another function.
drop function public.step_return(uuid, text, text, uuid, boolean);

-- As in 0025. `seen_status`: where the caller has seen the return.
create function public.step_return(
  return_id uuid, new_status text, note text default null, review_document_id uuid default null,
  email_client boolean default true, seen_status text default null
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  hash text;
begin
  perform nutmeg.require_staff();
  select * into before from public.tax_returns r where r.id = return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  if nutmeg.is_deleted_client(before.user_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  if before.status <> seen_status then
    raise exception 'Someone else has just moved this return. See where it is now, then choose again.'
      using errcode = '23514', detail = 'return_moved';
  end if;
  if not exists (
    select from nutmeg.return_steps s
    where s.from_status = before.status and s.to_status = new_status and s.taken_by = 'staff'
  ) then
    raise exception 'A return cannot go from "%" to "%"', before.status, new_status using errcode = '23514';
  end if;
  if new_status = 'ready_for_review' then
    hash := nutmeg.current_sha256(review_document_id, before.user_id);
    if hash is null then
      raise exception 'Choose the file for the client to review'
        using errcode = '23514', detail = 'review_file_required';
    end if;
    update public.tax_returns r set status = new_status, document_id = review_document_id, document_sha256 = hash
    where r.id = before.id returning * into after;
  elsif new_status = 'in_preparation' then
    -- The file for review and the approval are withdrawn; a fee that was paid stays paid.
    update public.tax_returns r set status = new_status, document_id = null, document_sha256 = null,
      approved_at = null, approved_name = null, approved_address = null, approved_sha256 = null
    where r.id = before.id returning * into after;
  else
    if new_status = 'e_filed' then
      if before.paid_at is null then
        raise exception 'The fee has not been paid yet' using errcode = '23514', detail = 'fee_not_paid';
      end if;
      if before.approved_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id)
        or before.approved_sha256 is null then
        raise exception 'This isn’t the file the client approved' using errcode = '23514', detail = 'not_approved_file';
      end if;
    end if;
    update public.tax_returns r set status = new_status where r.id = before.id returning * into after;
  end if;
  perform nutmeg.note_return_step(after, before.status, nutmeg.role_of_caller(), note, email_client, before);
  return after;
end
$$;

grant execute on function public.step_return(uuid, text, text, uuid, boolean, text) to authenticated;
