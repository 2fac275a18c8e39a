-- What the sign-in page may ask before sign-in, and the clients of the previous system.

-- The addresses of former clients. Visitors never see the list; they learn of their own address only.
create table public.legacy_emails (
  email text primary key check (email = lower(btrim(email)) and email like '%_@_%'),
  created_at timestamptz not null default now()
);
alter table public.legacy_emails enable row level security;
grant select, insert, update, delete on public.legacy_emails to authenticated, service_role;
create policy "super: all" on public.legacy_emails to authenticated
  using ((select public.is_super())) with check ((select public.is_super()));
create policy "service_role: all" on public.legacy_emails to service_role using (true) with check (true);

-- Whether an address has an account. Needs the pass of a login or a sign-up, spent or not, and answers three times at
-- most.
create function public.check_user_login_status(user_email text)
  returns table (profile_exists boolean, profile_confirmed boolean, is_legacy boolean)
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  pass jsonb := nutmeg.presented_pass();
  wanted text := lower(btrim(user_email));
begin
  if not nutmeg.captcha_is_off() then
    if pass is null or not (pass ->> 'fresh')::boolean or pass ->> 'action' not in ('login', 'signup') then
      raise exception 'captcha pass required' using errcode = '42501';
    end if;
    insert into nutmeg.captcha_passes as p (id, action, status_checks)
    values ((pass ->> 'id')::uuid, pass ->> 'action', 1)
    on conflict (id) do update set status_checks = p.status_checks + 1 where p.status_checks < 3;
    if not found then
      raise exception 'captcha pass used up' using errcode = '42501';
    end if;
  end if;
  return query select
    exists (select from auth.users u where u.email = wanted),
    exists (select from auth.users u where u.email = wanted and u.email_confirmed_at is not null),
    exists (select from public.legacy_emails l where l.email = wanted);
end
$$;
grant execute on function public.check_user_login_status(text) to anon, authenticated;
