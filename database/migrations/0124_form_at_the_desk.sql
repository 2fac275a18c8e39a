-- Whether the caller, who works at the office, fills in the form of this client: the page offers it only then.
create function public.fills_form_at_desk(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select nutmeg.is_at_desk(client_id) $$;
revoke execute on function public.fills_form_at_desk(uuid) from public;
grant execute on function public.fills_form_at_desk(uuid) to authenticated;
