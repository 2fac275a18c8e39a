-- A helper is a third party: where the office's facts say so, staff give one access only with a consent to disclose
-- (tax_consents), and no longer than it lasts.

create function nutmeg.requires_consent_for_helpers() returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select coalesce((
    select s.facts @> '{"consents": {"isRequiredForHelpers": true}}'
    from public.office_settings s order by s.version desc limit 1
  ), false)
$$;

-- Whose consent lets the office give the client's information to the owner of this address, and until when. Each person of a
-- joint return agrees for him- or herself; null while one of them has not agreed.
create function nutmeg.disclosure_allowed_until(client uuid, email text) returns timestamptz
  language sql stable
  as $$
  with given as (
    select c.user_id, max(c.expires_at) as until from public.tax_consents c
    where c.client_id = client and c.kind = 'disclose' and c.status = 'given' and c.expires_at > now()
      and c.recipient_email = lower(email) and email <> ''
      -- What a helper sees.
      and 'all_files' = any (c.data)
    group by c.user_id
  )
  select min(g.until) from given g
  where not exists (
    select from public.client_members m
    where m.client_id = client and m.relation in ('self', 'spouse') and nutmeg.may_sign(client, m.user_id)
      and not exists (select from given o where o.user_id = m.user_id)
  )
$$;

-- Under which address of a consent a helper got access, since the helper may change the address of the account.
create table nutmeg.consented_helpers (
  client_id uuid not null references public.clients on delete cascade,
  user_id uuid not null,
  email text not null,
  primary key (client_id, user_id)
);

alter table nutmeg.consented_helpers enable row level security;

-- A helper whose access rested on a consent that was taken back sees nothing from the next request on.
create function nutmeg.end_access_without_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  place uuid;
  helper uuid;
begin
  if new.recipient_email = '' then
    return null;
  end if;
  -- A merge gave the helper access to the other client too, while the consent stayed with the one that it names.
  for place in
    select new.client_id
    union select d.archived_into from public.client_details d where d.client_id = new.client_id and d.archived_into is not null
  loop
    continue when nutmeg.disclosure_allowed_until(place, new.recipient_email) is not null;
    for helper in
      select m.user_id from public.client_members m
      where m.client_id = place and m.relation = 'helper' and (m.ends_at is null or m.ends_at > now())
        and (
          exists (
            select from nutmeg.consented_helpers h
            where h.client_id in (place, new.client_id) and h.user_id = m.user_id and h.email = new.recipient_email
          ) or exists (
            select from auth.users u where u.id = m.user_id and lower(u.email) = new.recipient_email
          )
        )
    loop
      perform nutmeg.end_access(place, helper);
    end loop;
  end loop;
  return null;
end
$$;

create trigger tax_consents_end_access after update on public.tax_consents
  for each row when (new.status = 'withdrawn' and old.status = 'given') execute function nutmeg.end_access_without_consent();

-- Until when the person may have this access. Throws if a helper may not have it.
create function nutmeg.allowed_until(client uuid, member uuid, relation text, ends_at timestamptz) returns timestamptz
  language plpgsql
  as $$
declare
  address text;
  consent_ends_at timestamptz;
begin
  if relation <> 'helper' or not nutmeg.requires_consent_for_helpers() then
    return ends_at;
  end if;
  select lower(u.email) into address from auth.users u where u.id = member;
  consent_ends_at := nutmeg.disclosure_allowed_until(client, address);
  if consent_ends_at is not null then
    insert into nutmeg.consented_helpers as h (client_id, user_id, email) values (client, member, address)
    on conflict on constraint consented_helpers_pkey do update set email = excluded.email;
  elsif ends_at is null or ends_at > now() then
    raise exception 'A helper needs the client’s consent to disclose first'
      using errcode = '23514', detail = 'consent_required';
  end if;
  return least(ends_at, consent_ends_at);
end
$$;
