-- As in 0033, but what isn't given stays as it is. The dialog sent all that it had read, and so took back what a colleague
-- had changed meanwhile.
create or replace function public.save_client(
  client_id uuid, kind text default null, first_name text default null, last_name text default null,
  email text default null, phone text default null, language text default null
) returns public.clients
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  given_email constant text := lower(btrim(save_client.email));
  given_phone constant text := btrim(save_client.phone);
  known public.user_profiles;
  new_kind text;
  new_first text;
  new_last text;
  opened boolean;
  saved public.clients;
begin
  perform nutmeg.require_staff();
  if nutmeg.is_deleted_client(save_client.client_id) then
    raise exception 'This client was deleted' using errcode = '42501', detail = 'client_deleted';
  end if;
  -- Locked, because what is checked is also made of what stays.
  select * into known from public.user_profiles p where p.user_id = save_client.client_id for update;
  new_kind := coalesce(save_client.kind, (select c.kind from public.clients c where c.id = save_client.client_id));
  new_first := coalesce(btrim(save_client.first_name), known.first_name, '');
  new_last := coalesce(btrim(save_client.last_name), known.last_name, '');
  opened := nutmeg.open_client(
    save_client.client_id, new_kind, new_first, new_last, coalesce(given_email, ''), coalesce(given_phone, ''),
    save_client.language
  );
  if opened then
    null;
  elsif nutmeg.has_login(save_client.client_id) then
    if (new_first, new_last) is distinct from (known.first_name, known.last_name) then
      raise exception 'This client has a login and keeps their own name' using errcode = '23514';
    end if;
  else
    update public.user_profiles p set
      email = coalesce(given_email, p.email), first_name = new_first, last_name = new_last,
      phone = coalesce(given_phone, p.phone), language = coalesce(save_client.language, p.language)
    where p.user_id = save_client.client_id;
  end if;
  update public.clients c set kind = new_kind, name = btrim(new_first || ' ' || new_last), updated_at = now()
  where c.id = save_client.client_id returning * into saved;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act(
    case when opened then 'client.opened' else 'client.saved' end, saved.id, jsonb_build_object('kind', saved.kind)
  );
  return saved;
end
$$;
