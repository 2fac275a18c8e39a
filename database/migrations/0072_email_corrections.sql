-- A super user corrects a person's address after the office has verified the person. It takes effect when the link in
-- the mail to the new address is opened. The current address is notified at once.

create table nutmeg.email_corrections (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 255),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique,
  -- A plain id: the record outlives the person.
  asked_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table nutmeg.email_corrections enable row level security;

-- A new password cancels it, as it cancels a change that the person asked for: see server/auth/users/user-update.ts.
create function public.withdraw_email_correction(target_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  delete from nutmeg.email_corrections c where c.user_id = target_user_id;
  if not found then
    raise exception 'No such correction' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('account.email_correction_withdrawn', target_user_id);
end
$$;

revoke execute on function public.withdraw_email_correction(uuid) from public;
grant execute on function public.withdraw_email_correction(uuid) to authenticated;
