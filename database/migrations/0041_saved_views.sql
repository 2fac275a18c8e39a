-- Saved views of the list of clients, each a name and an address, and the columns that a person has chosen.

create function nutmeg.are_columns(columns text[]) returns boolean
  language sql immutable
  as $$
  select cardinality(columns) between 1 and 20
    and not exists (select from unnest(columns) as c where c is null or c !~ '^[a-z_]{1,20}$')
$$;

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references public.user_profiles (user_id) on delete cascade,
  name text not null check (char_length(name) <= 60 and name ~ '\S'),
  -- The query string of /manage, without "?".
  query text not null check (char_length(query) <= 500),
  -- Null: those that the reader has chosen.
  columns text[] check (nutmeg.are_columns(columns)),
  -- Seen by all staff.
  shared boolean not null default false,
  -- The order of a person's views.
  position int not null default 0 check (position between 0 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index saved_views_name_key on public.saved_views (owner_id, lower(btrim(name)));

create index saved_views_shared_idx on public.saved_views (created_at) where shared;

create trigger saved_views_touched before update on public.saved_views
  for each row execute function public.touch_updated_at();

create function nutmeg.bound_saved_views() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Without the lock, two requests at once could both take the last free place.
  perform from public.user_profiles p where p.user_id = new.owner_id for no key update;
  if (select count(*) from public.saved_views v where v.owner_id = new.owner_id) > 30 then
    raise exception 'A person has at most 30 views' using errcode = '23514';
  end if;
  return null;
end
$$;

create trigger saved_views_bounded after insert on public.saved_views
  for each row execute function nutmeg.bound_saved_views();

alter table public.saved_views enable row level security;

grant select, delete on public.saved_views to authenticated;

grant insert (name, query, columns, shared, position), update (name, query, columns, shared, position)
  on public.saved_views to authenticated;

grant select on public.saved_views to service_role;

create policy "staff: read own and shared" on public.saved_views for select to authenticated
  using ((select public.is_staff()) and (shared or owner_id = (select auth.uid())));

create policy "staff: insert own" on public.saved_views for insert to authenticated
  with check ((select public.is_staff()) and owner_id = (select auth.uid()));

create policy "owner, or super if shared: update" on public.saved_views for update to authenticated
  using (
    (select public.is_staff()) and owner_id = (select auth.uid()) or (select public.is_super()) and shared
  )
  with check (
    (select public.is_staff()) and owner_id = (select auth.uid()) or (select public.is_super()) and shared
  );

create policy "owner, or super if shared: delete" on public.saved_views for delete to authenticated
  using (
    (select public.is_staff()) and owner_id = (select auth.uid()) or (select public.is_super()) and shared
  );

create policy "service_role: read" on public.saved_views for select to service_role using (true);

create policy "require second factor" on public.saved_views as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- One row per person, written when they choose.
create table public.staff_preferences (
  user_id uuid primary key default auth.uid() references public.user_profiles (user_id) on delete cascade,
  client_columns text[] check (nutmeg.are_columns(client_columns)),
  updated_at timestamptz not null default now()
);

create trigger staff_preferences_touched before update on public.staff_preferences
  for each row execute function public.touch_updated_at();

alter table public.staff_preferences enable row level security;

grant select on public.staff_preferences to authenticated, service_role;

grant insert (user_id, client_columns), update (user_id, client_columns) on public.staff_preferences to authenticated;

create policy "own: read" on public.staff_preferences for select to authenticated
  using ((select public.is_staff()) and user_id = (select auth.uid()));

create policy "own: insert" on public.staff_preferences for insert to authenticated
  with check ((select public.is_staff()) and user_id = (select auth.uid()));

create policy "own: update" on public.staff_preferences for update to authenticated
  using ((select public.is_staff()) and user_id = (select auth.uid()))
  with check ((select public.is_staff()) and user_id = (select auth.uid()));

create policy "service_role: read" on public.staff_preferences for select to service_role using (true);

create policy "require second factor" on public.staff_preferences as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

grant execute on function nutmeg.are_columns(text[]) to authenticated, service_role;
