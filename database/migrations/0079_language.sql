-- The language of a person: of the portal behind the login, and of our mails. The same list is in
-- domain/language/language.ts.

create function nutmeg.is_language(code text) returns boolean
  language sql immutable
  as $$ select code in ('en', 'es') $$;
-- For the checks of tables that callers write.
grant execute on function nutmeg.is_language(text) to anon, authenticated, service_role;

alter table public.user_profiles
  add column language text not null default 'en' check (nutmeg.is_language(language));
grant update (language) on public.user_profiles to authenticated;

-- A sign-up brings the language of its page. A phone number that is too long is left out: a part of it is another number.
create or replace function public.follow_auth_user() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent jsonb := new.raw_user_meta_data;
begin
  if new.email_confirmed_at is null then
    return new;
  end if;
  insert into public.user_profiles (user_id, email, first_name, last_name, phone, language)
  values (
    new.id,
    new.email,
    left(coalesce(sent ->> 'first_name', sent ->> 'firstName', ''), 200),
    left(coalesce(sent ->> 'last_name', sent ->> 'lastName', ''), 200),
    case when char_length(sent ->> 'phone') <= 40 then sent ->> 'phone' else '' end,
    case when nutmeg.is_language(sent ->> 'language') then sent ->> 'language' else 'en' end
  )
  on conflict (user_id) do update set email = excluded.email, updated_at = now()
    where user_profiles.email <> excluded.email;
  return new;
end
$$;
