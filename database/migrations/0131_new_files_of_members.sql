-- Documents of all members are new to staff, as those of the client's own login.

create or replace function nutmeg.senders_since(since timestamptz) returns uuid[]
  language sql stable
  as $$
  select array_agg(distinct u.user_id) from public.file_uploads u
  where u.uploaded_at >= since and u.seen_at is null and u.by_client
$$;

create or replace function public.client_overviews(client_ids uuid[], list_year int, new_files_since timestamptz)
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
      where u.user_id = c.id and u.by_client
        and u.seen_at is null and u.uploaded_at >= new_files_since
    ),
    (select count(*) from public.file_uploads u where u.user_id = c.id)
  from unnest(client_ids[1:200]) as c (id)
  where (select public.is_staff())
$$;
