-- Who referred a client, as named at sign-up: the reward goes to that person, and the yearly form suggests the name.

alter table public.user_profiles
  add column referred_by text not null default '' check (char_length(referred_by) <= 100);

-- The profile is created from the sign-up when the e-mail is confirmed (0005); this adds the referrer's name.
-- Clients may not change it: `update` is granted column by column.
create function public.take_referrer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if new.referred_by = '' then
    new.referred_by := coalesce(
      (select left(btrim(u.raw_user_meta_data ->> 'referred_by'), 100) from auth.users u where u.id = new.user_id),
      ''
    );
  end if;
  return new;
end
$$;
revoke execute on function public.take_referrer() from public;

create trigger user_profiles_take_referrer before insert on public.user_profiles
  for each row execute function public.take_referrer();
