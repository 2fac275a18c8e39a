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

-- For `like`: any text that has this one in it.
create function nutmeg.pattern_of(said text) returns text
  language sql immutable
  as $$ select '%' || replace(replace(replace(said, '\', '\\'), '%', '\%'), '_', '\_') || '%' $$;

-- The words of a search, the longest first: an index finds that one soonest. A number that may be a phone's is taken in
-- the groups that US numbers are written in, since a text may have it in any format.
create function nutmeg.words_of(term text) returns text[]
  language sql immutable
  as $$
  select array(
    select w.word from (select left(words_of.term, 200)) as short (term), unnest(string_to_array(
      case
        when short.term !~ '^[-+0-9().\s/\u2010-\u2015]*$' or short.term !~ '[0-9].*[0-9].*[0-9]' then nutmeg.searched(short.term)
        when nutmeg.us_phone(short.term) is not null
          then regexp_replace(nutmeg.us_phone(short.term), '^(...)(...)', '\1 \2 ')
        else regexp_replace(regexp_replace(short.term, '^\s*(\+1|1[\s.(-])', ''), '[^0-9]+', ' ', 'g')
      end,
      ' '
    )) as w (word)
    where w.word <> '' group by w.word order by char_length(w.word) desc, w.word
  )
$$;

create function nutmeg.patterns_of(term text) returns text[]
  language sql immutable
  as $$ select array(select nutmeg.pattern_of(w.word) from unnest(nutmeg.words_of(term)) with ordinality as w (word, at) order by w.at) $$;

revoke execute on function nutmeg.pattern_of(text), nutmeg.words_of(text), nutmeg.patterns_of(text) from public;

-- What the staff's search looks in, now with the phone number.
alter table public.user_profiles drop column search;
alter table public.user_profiles add column search text not null generated always as (
  nutmeg.searched(btrim(first_name || ' ' || last_name) || ' ' || email)
    || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
) stored;
do $$
begin
  execute format(
    'create index user_profiles_search_idx on public.user_profiles using gin (search %I.gin_trgm_ops)',
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')
  );
end
$$;

-- By words. Otherwise unchanged.
create or replace function public.find_people(
  term text default '',
  wanted text default 'all',
  person uuid default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 25
) returns table (
    id uuid,
    user_id uuid,
    email text,
    first_name text,
    last_name text,
    role text,
    created_at timestamptz,
    deactivated boolean,
    has_factor boolean,
    last_sign_in_at timestamptz,
    new_email text
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  patterns constant text[] := nutmeg.patterns_of(term);
begin
  perform nutmeg.require_super();
  return query
    select p.id, p.user_id, p.email, p.first_name, p.last_name, p.role, p.created_at, auth.is_banned(u),
      exists (
        select from auth.mfa_factors f
        where f.user_id = u.id and f.factor_type = 'totp' and f.status = 'verified'
      ),
      u.last_sign_in_at,
      (select c.email from nutmeg.email_corrections c where c.user_id = u.id and c.expires_at > now())
    from public.user_profiles p join auth.users u on u.id = p.user_id
    where (person is null or p.user_id = person)
      and (
        cardinality(patterns) = 0
        or p.search like patterns[1] and p.search like all (patterns)
      )
      and (wanted <> 'staff' or p.role <> 'client')
      and (wanted <> 'clients' or p.role = 'client')
      and (wanted <> 'deactivated' or u.banned_until > now())
      and (
        before_created_at is null
        or p.created_at <= before_created_at and (p.created_at < before_created_at or p.id > before_id)
      )
    order by p.created_at desc, p.id
    limit least(greatest(page_size, 1), 100);
end
$$;
