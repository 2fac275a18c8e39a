-- As in 0022 and later, but also for links that were pressed and whose code was not exchanged yet.

CREATE OR REPLACE FUNCTION public.set_account_active(target_user_id uuid, active boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person auth.users;
begin
  perform nutmeg.require_super();
  if target_user_id = auth.uid() then
    raise exception 'You can’t deactivate or reactivate your own account'
      using errcode = '23514', detail = 'own_account';
  end if;
  select * into person from auth.users u where u.id = target_user_id for update;
  if not found then
    raise exception 'No such user' using errcode = 'P0002';
  end if;
  if active is null or active <> auth.is_banned(person) then
    return;
  end if;
  if active then
    update auth.users set banned_until = null, updated_at = now() where id = target_user_id;
    perform nutmeg.record_act('account.reactivated', target_user_id);
    return;
  end if;
  -- One change at a time, as in change_role: two supers can't deactivate each other at once.
  lock table public.user_profiles in share row exclusive mode;
  if not nutmeg.has_active_super(except_id => target_user_id) then
    raise exception 'The last super user stays active' using errcode = '23514', detail = 'last_active_super';
  end if;
  update auth.users set banned_until = now() + interval '100 years', email_change = null, updated_at = now()
  where id = target_user_id;
  delete from auth.sessions s where s.user_id = target_user_id;
  delete from auth.one_time_tokens t where t.user_id = target_user_id;
  -- The code of a link that was pressed would open the account once it is active again.
  delete from auth.flow_state f where f.user_id = target_user_id;
  perform nutmeg.record_act('account.deactivated', target_user_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of(target_user_id uuid, target_session_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended int;
begin
  perform nutmeg.require_super();
  -- First the person, then the sessions, as everywhere: see server/auth/sessions/sessions.ts.
  perform from auth.users u where u.id = target_user_id for update;
  delete from auth.sessions s
  where s.user_id = target_user_id and (target_session_id is null or s.id = target_session_id);
  get diagnostics ended = row_count;
  -- The code of a link that was pressed would open another one.
  delete from auth.flow_state f where f.user_id = target_user_id and f.auth_code_hash is not null;
  if ended = 0 then
    raise exception 'No such session' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('account.sessions_ended', target_user_id, jsonb_build_object('sessions', ended));
end
$function$;
