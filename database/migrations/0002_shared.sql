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
  -- Not `nutmeg.is_merging()`: callers may not use that schema.
  if current_setting('nutmeg.merging', true) is distinct from 'on' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- Ends a statement whose answer exceeds the bound (server/rest/sql/bounded-sql.ts) before the rest of it is built.
-- Stable, so that PostgreSQL calls it only for a row beyond the bound.
create function rest.refuse_answer() returns json
  language plpgsql stable parallel safe
  as $$
begin
  raise exception 'The answer is too large' using
    errcode = '54000', detail = 'answer_too_large',
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

-- The language of a person: of the portal behind the login, and of our mails. The same list is in
-- domain/language/language.ts.

create function nutmeg.is_language(code text) returns boolean
  language sql immutable
  as $$ select code in ('en', 'es') $$;

-- For the checks of tables that callers write.
grant execute on function nutmeg.is_language(text) to anon, authenticated, service_role;

-- What people type into forms.

-- Phone numbers of the United States. domain/contact/phone.ts has the same rule.

-- The ten digits of a US number, however it is written; null if it is none, such as another country's. Never ten digits of
-- a longer number: that would be someone else's.
create function nutmeg.us_phone(said text) returns text
  language sql immutable parallel safe
  as $$
  select case
    when char_length(said) > 200 or said ~ '[^\t-\r -~\u00a0\u00ad\u2000-\u206f\u2212\u3000\ufeff]'
      or said ~ '^[^0-9]*\+[^0-9]*[02-9]' or n.national ~ '^00' then null
    else n.national
  end
  from (select regexp_replace(left(said, 200), '[^0-9]', '', 'g') as digits) d,
    lateral (
      select case
        when d.digits ~ '^(001|1)?[0-9]{10}$'
          and (char_length(d.digits) <> 10 or said !~ '^[\t-\r \u00a0\u2000-\u200a\u3000\ufeff]*(\+1|1[\t-\r \u00a0\u2000-\u200a\u3000\ufeff.(-])')
        then right(d.digits, 10)
      end as national
    ) n
  $$;

-- What forms refuse is refused here, too, with a key: the page shows its words beside the field. By the same rules as
-- domain/contact and domain/booking; app/account/form-rules.test.ts compares them.

-- Whether a text has nothing that can be seen, as JavaScript trims it.
create function nutmeg.is_blank(said text) returns boolean
  language sql immutable parallel safe
  as $$ select said !~ '[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]' $$;

create function nutmeg.is_email(said text) returns boolean
  language sql immutable parallel safe
  as $$
  select char_length(said) <= 1000 and said ~ ('^[^@' || c.no || ']+@[^@.' || c.no || ']+([.][^@.' || c.no || ']+)+$')
  from (values ('\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as c (no)
  $$;

-- Staff find what they mean, however they or the client wrote it: apostrophes, hyphens, commas, spaces, accents, and the
-- order of the words don't matter, and a phone number finds its client in any format.

-- A text as every search compares it. Hyphens and commas become spaces, and apostrophes of every kind are left out. Most
-- texts are ASCII, and don't need `folded`, which takes ten times as long, and reads the first 1000 characters.
--
-- Not in SQL: PostgreSQL would insert its body into a query, but into the index only for roles that may execute it, and
-- then use the index or not depending on who was first on a connection. Who writes a row computes its place in the index,
-- and visitors, who write messages, may not execute public.folded.
create function nutmeg.searched(said text) returns text
  language plpgsql immutable parallel safe security definer set search_path = ''
  as $$
declare
  plain text := translate(
    said,
    E',-\t\n\r\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\uff0c''`\u2018\u2019\u201a\u201b\u2032\u00b4\u02b9\u02bb\u02bc\uff07',
    '                '
  );
begin
  plain := case when octet_length(plain) = char_length(plain) then lower(plain) else public.folded(plain) end;
  return case when position('  ' in plain) > 0 then regexp_replace(plain, ' {2,}', ' ', 'g') else plain end;
end
$$;

grant execute on function nutmeg.searched(text) to anon, authenticated, service_role;
