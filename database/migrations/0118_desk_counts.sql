-- How many clients, forms, and returns the lists and the board have, without counting a hundred thousand rows for each page.
-- Triggers only add what changed, so two at once never wait for each other; nutmeg.recount_desk() sums it up.
create table nutmeg.desk_counts (
  subject text not null,
  year int,
  step int,
  -- Of a tag, whose text may name a client: a deleted one must be gone everywhere.
  hash bigint,
  change int not null
);
alter table nutmeg.desk_counts enable row level security;

-- What there is to count.
create function nutmeg.desk_totals() returns table (subject text, year int, step int, hash bigint, total bigint)
  language sql stable
  as $$
  select 'clients', null::int, null::int, null::bigint, count(*) from nutmeg.desk_clients where is_listed
  union all
  select 'forms', f.year, null, null, count(*) from public.tax_forms f group by f.year
  union all
  select 'returns', r.year, r.step, null, count(*) from nutmeg.desk_returns r where not r.is_archived group by r.year, r.step
  union all
  select 'tags', null, null, t.hash, count(*)
  from public.client_details d
  cross join lateral (select distinct hashtextextended(tag, 0) as hash from unnest(d.tags) as tag) as t
  where d.archived_at is null
  group by t.hash
$$;

-- A number of nutmeg.desk_counts. Null means any.
create function nutmeg.kept_count(of_subject text, of_year int default null, of_step int default null, of_hash bigint default null)
  returns bigint
  language sql stable
  as $$
  select coalesce(sum(c.change), 0)::bigint from nutmeg.desk_counts c
  where c.subject = of_subject
    and (of_year is null or c.year = of_year)
    and (of_step is null or c.step = of_step)
    and (of_hash is null or c.hash = of_hash)
$$;

-- Replaces all changes by what is there, in one snapshot: a change that isn't committed yet is added later.
create function nutmeg.recount_desk() returns void
  language plpgsql
  as $$
begin
  -- Two at once would both write the whole.
  lock table nutmeg.desk_counts in share update exclusive mode;
  with replaced as (delete from nutmeg.desk_counts)
  insert into nutmeg.desk_counts (subject, year, step, hash, change)
  select t.subject, t.year, t.step, t.hash, t.total from nutmeg.desk_totals() t where t.total > 0;
end
$$;
