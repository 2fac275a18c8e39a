-- What every area uses: our own schemas, the office's clock, and search by name.

-- Functions and tables that requests can't name: policies and triggers use them. The migration runner keeps its own
-- table there, so it has created the schema already.
create schema if not exists nutmeg;
-- Functions that the REST service's own statements call. Not in schema public, so that no request can name them.
create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

create function public.touch_updated_at() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- The office's zone decides which year and day it is; the server sets it on each connection.
create function nutmeg.office_year() returns int
  language sql stable
  as $$
  select extract(year from now() at time zone coalesce(nullif(current_setting('nutmeg.time_zone', true), ''), 'UTC'))::int
$$;
grant execute on function nutmeg.office_year() to authenticated, service_role;

create function nutmeg.office_day() returns date
  language sql stable
  as $$
  select (now() at time zone coalesce(nullif(current_setting('nutmeg.time_zone', true), ''), 'UTC'))::date
$$;
grant execute on function nutmeg.office_day() to authenticated, service_role;

-- Ends a statement whose answer exceeds the bound (server/rest/sql/bounded-sql.ts) before the rest of it is built.
-- Stable, so that PostgreSQL calls it only for a row beyond the bound.
create function rest.refuse_answer() returns json
  language plpgsql stable parallel safe
  as $$
begin
  raise exception 'The answer is too large' using
    errcode = '54000',
    hint = 'Ask for fewer rows (limit), fewer columns (select), or fewer embedded rows.';
end
$$;
grant execute on function rest.refuse_answer() to anon, authenticated, service_role;

-- Lower case without accents, so that "nunez" finds Núñez. Immutable, unlike unaccent, so a generated column can use it.
--
-- Unicode normalization takes time proportional to the square of its input, and no statement_timeout interrupts it. So
-- the text to fold is bounded: a first name, a last name and an address together have 720 characters at most. The bound
-- is inside the function because a generated column (user_profiles.search) is computed before its row's checks.
--
-- Invisible characters (zero width, direction marks, soft hyphens) are left out, so that a name with one of them is
-- found, and two names that look alike are found together.
create function public.folded(said text) returns text
  language sql immutable parallel safe
  as $$
  select regexp_replace(
    lower(normalize(left(said, 1000), NFKD)),
    U&'[\0300-\036f\00ad\061c\180e\200b-\200f\202a-\202e\2060-\2069\feff]',
    '',
    'g'
  )
$$;

grant execute on function public.folded(text) to authenticated, service_role;
