-- Rate limits (token buckets), shared by all servers. A bucket holds a number of tokens and refills evenly; each try takes
-- one. There is no moment at which a whole budget comes back at once.

create table nutmeg.buckets (
  -- SHA-256 of the rule and of the person or network that it counts, so this is no list of addresses.
  key bytea primary key,
  -- When it will be full again. A bucket that is full needs no row.
  full_at timestamptz not null
);

create index buckets_full_at_idx on nutmeg.buckets (full_at);

-- Takes a token. Returns 0 if there was one, else the seconds until there is.
create function nutmeg.take_token(bucket bytea, points int, seconds int) returns int
  language plpgsql volatile set search_path = ''
  as $$
declare
  whole interval := make_interval(secs => seconds);
  one interval := whole / points;
  moment timestamptz := clock_timestamp();
begin
  insert into nutmeg.buckets as b (key, full_at) values (bucket, moment + one)
  on conflict (key) do update set full_at = greatest(b.full_at, moment) + one
    where b.full_at + one <= moment + whole;
  if found then
    return 0;
  end if;
  return (
    select greatest(1, ceil(extract(epoch from b.full_at + one - whole - moment)))
    from nutmeg.buckets b where b.key = bucket
  );
end
$$;

-- Gives a token back, after an attempt that turned out to be one without a limit.
create function nutmeg.refund_token(bucket bytea, points int, seconds int) returns void
  language sql volatile set search_path = ''
  as $$
  update nutmeg.buckets set full_at = full_at - make_interval(secs => seconds) / points where key = bucket
$$;

-- Several buckets in one statement: a login counts against four, and each statement alone was a round trip and a commit.

-- Takes a token from each bucket. Returns 0, or the seconds until all of them have one; then none is taken.
create function nutmeg.take_tokens(buckets bytea[], points int[], seconds int[]) returns int
  language plpgsql volatile set search_path = ''
  as $$
declare
  n int;
  wait int;
  longest int := 0;
  taken int[] := '{}';
begin
  -- By key, so that two requests with the same buckets wait for each other in one order.
  for n in select b.n from unnest(buckets) with ordinality as b (key, n) order by b.key loop
    wait := nutmeg.take_token(buckets[n], points[n], seconds[n]);
    if wait = 0 then
      taken := taken || n;
    end if;
    longest := greatest(longest, wait);
  end loop;
  if longest > 0 then
    foreach n in array taken loop
      perform nutmeg.refund_token(buckets[n], points[n], seconds[n]);
    end loop;
  end if;
  return longest;
end
$$;

create function nutmeg.refund_tokens(buckets bytea[], points int[], seconds int[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  n int;
begin
  for n in select b.n from unnest(buckets) with ordinality as b (key, n) order by b.key loop
    perform nutmeg.refund_token(buckets[n], points[n], seconds[n]);
  end loop;
end
$$;
