-- Clients are not logins: the office serves people, couples, and companies, with or without a login, and a login may belong
-- to several of them. The client of a person who signed up has that person's user id, so every key, table, and call that
-- names a user's id keeps its meaning: `user_id` in these tables is the id of a client.

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'person' check (kind in ('person', 'couple', 'business')),
  name text not null default '' check (char_length(name) <= 401),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Which logins belong to a client, as what, and what they may do. A row stays when the membership has ended.
create table public.client_members (
  client_id uuid not null references public.clients on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  relation text not null check (relation in ('self', 'spouse', 'owner', 'helper')),
  -- see: read everything of the client; upload: add and sort documents; answer: fill in the form and the checklist;
  -- sign: approve returns; manage: see the other members, and end those of helpers.
  rights text[] not null,
  -- Only what is of this year or earlier, such as for a separated spouse.
  last_year int check (last_year between 2000 and 2200),
  ends_at timestamptz check (ends_at between '2000-01-01' and '3000-01-01'),
  created_at timestamptz not null default now(),
  -- Who of the staff gave the access that the row names, and when. A plain id: the record outlives the account.
  granted_by uuid,
  granted_at timestamptz,
  primary key (client_id, user_id),
  check (cardinality(rights) <= 5 and 'see' = any (rights) and rights <@ array['see', 'upload', 'answer', 'sign', 'manage']),
  -- Who only looks back changes nothing.
  check (last_year is null or rights = array['see']),
  check (relation <> 'helper' or not 'manage' = any (rights))
);

create index client_members_user_id_idx on public.client_members (user_id);

create index client_members_granted_by_idx on public.client_members (granted_by, granted_at) where granted_by is not null;

-- By the role alone: whether or not the second step is done.
create function nutmeg.has_staff_role(person uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_profiles p where p.user_id = person and p.role <> 'client') $$;

-- The clients that the caller has this right for today. The one place that decides it: every policy asks this function.
-- Staff have what staff may do, and their own client: what staff write about members never gives them more.
create function auth.my_clients(needed text) returns uuid[]
  language sql stable security definer set search_path = ''
  as $$
  select coalesce(array_agg(m.client_id), '{}')
  from public.client_members m
  where m.user_id = auth.uid() and needed = any (m.rights) and m.last_year is null
    and (m.ends_at is null or m.ends_at > now())
    and (m.client_id = m.user_id or not nutmeg.has_staff_role(m.user_id))
$$;

-- The clients whose past the caller still sees.
create function nutmeg.my_past_clients() returns uuid[]
  language sql stable security definer set search_path = ''
  as $$
  select coalesce(array_agg(m.client_id), '{}')
  from public.client_members m
  where m.user_id = auth.uid() and 'see' = any (m.rights) and m.last_year is not null
    and (m.ends_at is null or m.ends_at > now()) and not nutmeg.has_staff_role(m.user_id)
$$;

-- The last year that the caller sees of one of `my_past_clients`. Policies ask that function first, which is called once.
create function nutmeg.my_last_year(client uuid) returns int
  language sql stable security definer set search_path = ''
  as $$
  select m.last_year from public.client_members m
  where m.client_id = client and m.user_id = auth.uid() and (m.ends_at is null or m.ends_at > now())
$$;

grant execute on function auth.my_clients(text) to anon, authenticated, service_role;

grant execute on function nutmeg.my_past_clients(), nutmeg.my_last_year(uuid) to authenticated;

alter table public.clients enable row level security;

grant select on public.clients to authenticated, service_role;

create policy "own clients, or staff: read" on public.clients for select to authenticated
  using (
    id = any ((select auth.my_clients('see'))::uuid[])
    or id = any ((select nutmeg.my_past_clients())::uuid[])
    or (select public.is_staff())
  );

create policy "service_role: read" on public.clients for select to service_role using (true);

create policy "require second factor" on public.clients as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

alter table public.client_members enable row level security;

grant select on public.client_members to authenticated, service_role;

create policy "own memberships, members of own clients, or staff: read" on public.client_members
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or client_id = any ((select auth.my_clients('manage'))::uuid[])
    or (select public.is_staff())
  );

create policy "service_role: read" on public.client_members for select to service_role using (true);

create policy "require second factor" on public.client_members as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The name of a client follows its profile, whatever kind it is.
create function nutmeg.sync_client_name() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.clients as c (id, name, created_at)
  values (new.user_id, btrim(new.first_name || ' ' || new.last_name), new.created_at)
  on conflict (id) do update set name = excluded.name, updated_at = now()
    where c.name <> excluded.name;
  if tg_op = 'INSERT' then
    insert into public.client_members (client_id, user_id, relation, rights)
    values (new.user_id, new.user_id, 'self', array['see', 'upload', 'answer', 'sign', 'manage'])
    on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger user_profiles_client after insert or update of first_name, last_name on public.user_profiles
  for each row execute function nutmeg.sync_client_name();

create function nutmeg.drop_own_client() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.clients c where c.id = old.id;
  return null;
end
$$;

create trigger auth_user_client after delete on auth.users
  for each row execute function nutmeg.drop_own_client();

-- What a person needs to work for several clients, and who else may: names come from a function, since members can't read
-- each other's profiles.

-- The clients that the caller works for today, the own one included. save_client_member bounds the rows.
create function public.my_clients()
  returns table (client_id uuid, name text, kind text, relation text, rights text[], last_year int, ends_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
  select c.id, c.name, c.kind, m.relation, m.rights, m.last_year, m.ends_at
  from public.client_members m join public.clients c on c.id = m.client_id
  where m.user_id = auth.uid() and m.client_id = any ((select auth.my_clients('see') || nutmeg.my_past_clients())::uuid[])
    and not nutmeg.mfa_pending()
  order by m.client_id <> auth.uid(), lower(c.name), c.id
  limit 200
$$;

-- The people who belong to a client today. Those who manage it and staff see all, each member only themselves.
create function public.members_of_client(client_id uuid)
  returns table (
    member_id uuid, name text, relation text, rights text[], last_year int, ends_at timestamptz, is_me boolean
  )
  language sql stable security definer set search_path = ''
  as $$
  select m.user_id, coalesce(btrim(p.first_name || ' ' || p.last_name), ''), m.relation, m.rights, m.last_year, m.ends_at,
    m.user_id = auth.uid()
  from public.client_members m left join public.user_profiles p on p.user_id = m.user_id
  where m.client_id = members_of_client.client_id
    and (m.ends_at is null or m.ends_at > now())
    and (
      m.user_id = auth.uid()
      or members_of_client.client_id = any (auth.my_clients('manage'))
      or public.is_staff()
    )
    and not nutmeg.mfa_pending()
  order by m.relation = 'helper', m.created_at, m.user_id
  limit 40
$$;

grant execute on function public.my_clients(), public.members_of_client(uuid) to authenticated;

-- Whether the listener, whose claims are set, may learn that a row of this person was deleted. Policies can't be applied to
-- a deleted row, so this repeats them: it reaches those who see the client, and staff.
create function nutmeg.can_receive_delete(owner uuid) returns boolean
  language sql stable
  as $$
  select not nutmeg.mfa_pending() and (coalesce(owner = any (auth.my_clients('see')), false) or public.is_staff())
$$;
