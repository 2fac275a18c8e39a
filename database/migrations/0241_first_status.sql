-- A return begins as "Not started", or as "Waiting for documents": opening one says nothing about documents that the client
-- has not sent.

alter table public.tax_returns
  drop constraint tax_returns_status_known,
  add constraint tax_returns_status_known check (status in (
    'not_started', 'documents_received', 'in_preparation', 'waiting_for_documents', 'ready_for_review', 'approved',
    'payment_due', 'e_filed', 'accepted', 'rejected'
  )),
  alter column status set default 'not_started';

insert into nutmeg.return_steps (from_status, to_status, taken_by) values
  ('not_started', 'documents_received', 'staff'),
  ('not_started', 'in_preparation', 'staff'),
  ('not_started', 'waiting_for_documents', 'staff');

drop function public.start_return(uuid, int, text);
-- Opens a return. Asking again for the same one gives the one that is there. Only the letter for missing documents can be
-- sent, if staff want it.
create function public.start_return(
  client_id uuid, return_year int, return_kind text, first_status text default 'not_started',
  email_client boolean default false
) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  opened public.tax_returns;
begin
  perform nutmeg.require_staff();
  if not exists (select from public.user_profiles p where p.user_id = client_id) then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  if first_status is null or first_status not in ('not_started', 'waiting_for_documents') then
    raise exception 'A return begins as not started or waiting for documents' using errcode = '23514';
  end if;
  insert into public.tax_returns (user_id, year, kind, status) values (client_id, return_year, return_kind, first_status)
  on conflict (user_id, year, kind) do nothing
  returning * into opened;
  if not found then
    select * into strict opened from public.tax_returns r
    where r.user_id = client_id and r.year = return_year and r.kind = return_kind;
    return opened;
  end if;
  perform nutmeg.note_return_step(
    opened, null, nutmeg.role_of_caller(), null, coalesce(email_client, false) and first_status = 'waiting_for_documents'
  );
  return opened;
end
$$;
revoke execute on function public.start_return(uuid, int, text, text, boolean) from public;
grant execute on function public.start_return(uuid, int, text, text, boolean) to authenticated;
