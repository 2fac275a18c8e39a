-- Unicode normalization takes time proportional to the square of its input, and no statement_timeout interrupts it. So
-- the text to fold is bounded: a first name, a last name and an address together have 720 characters at most. The bound
-- is inside the function because a generated column (user_profiles.search) is computed before its row's checks.
--
-- Invisible characters (zero width, direction marks, soft hyphens) are left out, so that a name with one of them is
-- found, and two names that look alike are found together.
create or replace function public.folded(said text) returns text
  language sql immutable parallel safe
  as $$
  select regexp_replace(
    lower(normalize(left(said, 1000), NFKD)),
    U&'[\0300-\036f\00ad\061c\180e\200b-\200f\202a-\202e\2060-\2069\feff]',
    '',
    'g'
  )
$$;
-- Visitors don't search.
revoke execute on function public.folded(text) from anon;

-- The column is computed when its row is written. This updates the rows whose folding has changed.
update public.user_profiles set email = email
where search <> public.folded(btrim(first_name || ' ' || last_name)) || ' ' || public.folded(email);
