-- A client that has no one who can log in and approve signs on paper. Staff record who signed, for the copy of the return that the portal has.

create function public.approve_on_paper(return_id uuid, signature text, email_client boolean default true)
  returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
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
    raise exception 'This return is not ready for review' using errcode = '23514';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type the name of who signed' using errcode = '23514';
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
$$;
revoke execute on function public.approve_on_paper(uuid, text, boolean) from public;
grant execute on function public.approve_on_paper(uuid, text, boolean) to authenticated;
