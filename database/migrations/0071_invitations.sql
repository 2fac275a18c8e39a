-- Super users invite staff by mail. There is no account before the link is used, so an invitation that went to a wrong
-- address has nothing in it that could be signed in to.

create table nutmeg.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 255),
  first_name text not null check (char_length(first_name) <= 200),
  last_name text not null check (char_length(last_name) <= 200),
  role text not null check (role in ('admin', 'super')),
  -- SHA-256 of the link's token. A new mail brings a new link, and the older one ends.
  token_hash bytea not null unique,
  -- A plain id: the record outlives the person.
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_open_idx on nutmeg.invitations (email)
  where accepted_at is null and withdrawn_at is null;
alter table nutmeg.invitations enable row level security;

create function public.staff_invitations() returns table (
    id uuid,
    email text,
    first_name text,
    last_name text,
    role text,
    sent_at timestamptz,
    expires_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  return query
    select i.id, i.email, i.first_name, i.last_name, i.role, i.sent_at, i.expires_at from nutmeg.invitations i
    where i.accepted_at is null and i.withdrawn_at is null
    order by i.sent_at desc, i.id
    limit 200;
end
$$;

create function public.withdraw_invitation(invitation_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  update nutmeg.invitations i set withdrawn_at = now()
  where i.id = invitation_id and i.accepted_at is null and i.withdrawn_at is null;
  if not found then
    raise exception 'No such invitation' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('staff.invitation_withdrawn', invitation_id);
end
$$;

revoke execute on function public.staff_invitations(), public.withdraw_invitation(uuid) from public;
grant execute on function public.staff_invitations(), public.withdraw_invitation(uuid) to authenticated;
