-- A helper is a third party: where the office's facts say so, staff give one access only with a consent to disclose
-- (0220), and no longer than it lasts.

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
      update public.client_members m set ends_at = now()
      where m.client_id = place and m.relation = 'helper' and (m.ends_at is null or m.ends_at > now())
        and (
          exists (
            select from nutmeg.consented_helpers h
            where h.client_id in (place, new.client_id) and h.user_id = m.user_id and h.email = new.recipient_email
          ) or exists (
            select from auth.users u where u.id = m.user_id and lower(u.email) = new.recipient_email
          )
        )
      returning m.user_id
    loop
      perform nutmeg.record_act('client.member_ended', place, jsonb_build_object('member', helper));
    end loop;
  end loop;
  return null;
end
$$;
create trigger tax_consents_end_access after update on public.tax_consents
  for each row when (new.status = 'withdrawn' and old.status = 'given') execute function nutmeg.end_access_without_consent();
revoke execute on function nutmeg.requires_consent_for_helpers(), nutmeg.disclosure_allowed_until(uuid, text),
  nutmeg.end_access_without_consent() from public;

-- As before, and with the rule for helpers.
create or replace function public.save_client_member(
  client_id uuid, member_id uuid, relation text, rights text[], last_year int default null, ends_at timestamptz default null
) returns public.client_members
  language plpgsql security definer set search_path = ''
  as $$
declare
  saved public.client_members;
  allowed_until timestamptz;
  address text;
begin
  perform nutmeg.require_staff();
  if client_id = member_id then
    raise exception 'A person always belongs to their own client' using errcode = '23514';
  end if;
  -- Without the lock, two requests at once could both take the last free place.
  perform from public.clients c where c.id = save_client_member.client_id for update;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.refuse_merged(save_client_member.client_id);
  perform from auth.users u where u.id = member_id for no key update;
  if not found then
    raise exception 'No such person' using errcode = 'P0002';
  end if;
  if save_client_member.relation = 'helper' and nutmeg.requires_consent_for_helpers() then
    select lower(u.email) into address from auth.users u where u.id = member_id;
    allowed_until := nutmeg.disclosure_allowed_until(save_client_member.client_id, address);
    if allowed_until is not null then
      insert into nutmeg.consented_helpers as h (client_id, user_id, email)
      values (save_client_member.client_id, member_id, address)
      on conflict on constraint consented_helpers_pkey do update set email = excluded.email;
    elsif save_client_member.ends_at is null or save_client_member.ends_at > now() then
      raise exception 'A helper needs the client’s consent to disclose first' using errcode = '23514';
    end if;
  end if;
  insert into public.client_members as m (client_id, user_id, relation, rights, last_year, ends_at)
  values (
    save_client_member.client_id, member_id, save_client_member.relation, save_client_member.rights,
    save_client_member.last_year, least(save_client_member.ends_at, allowed_until)
  )
  on conflict on constraint client_members_pkey do update set
    relation = excluded.relation, rights = excluded.rights, last_year = excluded.last_year, ends_at = excluded.ends_at
  returning * into saved;
  if (select count(*) from public.client_members m where m.client_id = saved.client_id) > 40 then
    raise exception 'A client has at most 40 members' using errcode = '23514';
  end if;
  if (select count(*) from public.client_members m where m.user_id = saved.user_id) > 200 then
    raise exception 'A person belongs to at most 200 clients' using errcode = '23514';
  end if;
  perform nutmeg.record_act('client.member_saved', saved.client_id, jsonb_build_object(
    'member', saved.user_id, 'relation', saved.relation, 'rights', to_jsonb(saved.rights), 'last_year', saved.last_year,
    'ends_at', saved.ends_at
  ));
  return saved;
end
$$;
