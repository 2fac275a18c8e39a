-- The office's list of clients: found by name or e-mail at 100,000 of them, and narrowed by what their case needs.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Small letters without their accents, so that "nunez" finds Núñez. Built in, and so immutable, unlike unaccent.
create function public.folded(said text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(normalize(said, NFKD)), U&'[\0300-\036f]', '', 'g') $$;

alter table public.user_profiles add column search text not null
  generated always as (
    public.folded(btrim(first_name || ' ' || last_name)) || ' ' || public.folded(email)
  ) stored;

-- Where the extension was there before, it may lie in another schema.
do $$
begin
  execute format(
    'create index user_profiles_search_idx on public.user_profiles using gin (search %I.gin_trgm_ops)',
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')
  );
end
$$;

-- Of the files that nobody has fetched yet, the newest of each client.
create index file_uploads_unfetched_idx on public.file_uploads (user_id, uploaded_at) where download_count = 0;

-- Whom the list shows, newest first; paged by the wire. Each filter is left out where it is null. As the caller:
-- the policies say who sees whom. Plain SQL, so that PostgreSQL plans it together with its limit.
create function public.list_clients(
  -- Anywhere in the full name or the e-mail, as typed.
  term text default '',
  -- Whether the form of that year has been sent.
  has_form boolean default null,
  list_year int default null,
  -- A status of domain/tax-return, of any return of that year; 'none': no return was opened for it.
  return_status text default null,
  -- Clients who have sent files since then that nobody has fetched.
  new_files_since timestamptz default null
) returns setof public.user_profiles
  language sql stable
  as $$
  select p.*
  from public.user_profiles p
  where (
      coalesce(term, '') = ''
      or p.search like '%' || replace(replace(replace(public.folded(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'
    )
    and (
      has_form is null
      or has_form = exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = list_year)
    )
    and (
      return_status is null
      or (
        return_status = 'none'
        and not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = list_year)
      )
      or exists (
        select from public.tax_returns r
        where r.user_id = p.user_id and r.year = list_year and r.status = return_status
      )
    )
    and (
      new_files_since is null
      or exists (
        select from public.file_uploads u
        where u.user_id = p.user_id and u.uploaded_by = u.user_id
          and u.download_count = 0 and u.uploaded_at >= new_files_since
      )
    )
  order by p.created_at desc, p.id
$$;

-- What the list says beside each name, for the rows in sight.
create function public.client_overviews(client_ids uuid[], list_year int, new_files_since timestamptz)
  returns table (
    user_id uuid, form_submitted_at timestamptz, personal_status text, business_status text, new_files bigint,
    files bigint
  )
  language sql stable
  as $$
  select c.id,
    (select f.submitted_at from public.tax_forms f where f.user_id = c.id and f.year = list_year),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'personal'),
    (select r.status from public.tax_returns r where r.user_id = c.id and r.year = list_year and r.kind = 'business'),
    (
      select count(*) from public.file_uploads u
      where u.user_id = c.id and u.uploaded_by = u.user_id
        and u.download_count = 0 and u.uploaded_at >= new_files_since
    ),
    (select count(*) from public.file_uploads u where u.user_id = c.id)
  from unnest(client_ids[1:200]) as c (id)
  where (select public.is_staff())
$$;

revoke execute on function public.list_clients(text, boolean, int, text, timestamptz),
  public.client_overviews(uuid[], int, timestamptz) from public;
grant execute on function public.list_clients(text, boolean, int, text, timestamptz),
  public.client_overviews(uuid[], int, timestamptz) to authenticated, service_role;
-- The generated column and the search ask for it.
grant execute on function public.folded(text) to anon, authenticated, service_role;
