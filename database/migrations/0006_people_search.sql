-- Search for people, by any words of the name, the address, and the phone number.

-- For `like`: any text that has this one in it.
create function nutmeg.like_pattern(said text) returns text
  language sql immutable
  as $$ select '%' || replace(replace(replace(said, '\', '\\'), '%', '\%'), '_', '\_') || '%' $$;

-- The words of a search, the longest first: an index finds that one soonest. A number that may be a phone's is taken in
-- the groups that US numbers are written in, since a text may have it in any format.
create function nutmeg.search_words(term text) returns text[]
  language sql immutable
  as $$
  select array(
    select w.word from (select left(search_words.term, 200)) as short (term), unnest(string_to_array(
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

create function nutmeg.like_patterns(term text) returns text[]
  language sql immutable
  as $$ select array(select nutmeg.like_pattern(w.word) from unnest(nutmeg.search_words(term)) with ordinality as w (word, at) order by w.at) $$;
