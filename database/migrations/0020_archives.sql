-- Downloads of folders and selections as one zip. A row here is what its owner follows while it is sent; the list of
-- its files is in a table that is closed to every caller, until the link is opened.

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  -- Who downloads, and whose documents.
  user_id uuid not null references auth.users on delete cascade,
  owner_id uuid not null references auth.users on delete cascade,
  -- The zip's own name, which tells nothing of its contents.
  name text not null,
  total_files int not null,
  total_bytes bigint not null,
  -- What has been dealt with, skipped files too.
  done_files int not null default 0,
  done_bytes bigint not null default 0,
  -- The files that could not be included, or not whole: how many, and the first hundred paths. Bounded, so that a
  -- request for ten thousand long names that don't exist doesn't fill the table.
  skipped_files int not null default 0,
  skipped text[] not null default '{}' check (cardinality(skipped) <= 100),
  state text not null default 'waiting'
    check (state in ('waiting', 'streaming', 'done', 'failed', 'cancelled')),
  created_at timestamptz not null default now(),
  -- Updated every second by the server that sends it.
  updated_at timestamptz not null default now(),
  -- The download must begin before this.
  expires_at timestamptz not null default now() + interval '5 minutes'
);

create index archives_user_id_idx on public.archives (user_id);

create index archives_owner_id_idx on public.archives (owner_id);

create index archives_created_at_idx on public.archives (created_at);

-- What a link opens; deleted when it is opened, so that it opens once. Server only.
create table nutmeg.archive_contents (
  archive_id uuid primary key references public.archives on delete cascade,
  -- SHA-256 of the link's token: 256 random bits are not guessed from it.
  token_hash bytea not null unique,
  -- The caller: each file is looked up again in their name when its turn comes.
  claims jsonb not null,
  -- The folder in which the selection was made; names in the archive begin below it.
  folder text not null,
  object_ids uuid[] not null,
  paths text[] not null check (cardinality(paths) = cardinality(object_ids)),
  folders text[] not null,
  -- Requested, but not found: the first hundred, and how many.
  missing text[] not null check (cardinality(missing) <= 100),
  missing_count int not null default 0
);

alter table public.archives enable row level security;

alter table nutmeg.archive_contents enable row level security;

grant select on public.archives to authenticated;

create policy "own archives: read" on public.archives for select to authenticated
  using (user_id = (select auth.uid()));

create policy "require second factor" on public.archives as restrictive to authenticated
  using (not (select nutmeg.mfa_pending()));

-- The server that sends it notices within a second or two.
create function public.cancel_archive(id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.mfa_pending()
    or not exists (select from public.archives a where a.id = cancel_archive.id and a.user_id = auth.uid()) then
    raise exception 'No such archive' using errcode = 'P0002';
  end if;
  delete from nutmeg.archive_contents c where c.archive_id = cancel_archive.id;
  update public.archives a set state = 'cancelled', updated_at = now()
  where a.id = cancel_archive.id and a.state in ('waiting', 'streaming');
end
$$;

grant execute on function public.cancel_archive(uuid) to authenticated;
