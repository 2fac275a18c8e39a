-- Several buckets in one statement: a login counts against four, and each statement alone was a round trip and a commit.

-- Takes a drop from each bucket. Returns 0, or the seconds until all of them have one; then none is taken.
create function nutmeg.take_drops(buckets bytea[], points int[], seconds int[]) returns int
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
    wait := nutmeg.take_drop(buckets[n], points[n], seconds[n]);
    if wait = 0 then
      taken := taken || n;
    end if;
    longest := greatest(longest, wait);
  end loop;
  if longest > 0 then
    foreach n in array taken loop
      perform nutmeg.give_drop_back(buckets[n], points[n], seconds[n]);
    end loop;
  end if;
  return longest;
end
$$;

create function nutmeg.give_drops_back(buckets bytea[], points int[], seconds int[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  n int;
begin
  for n in select b.n from unnest(buckets) with ordinality as b (key, n) order by b.key loop
    perform nutmeg.give_drop_back(buckets[n], points[n], seconds[n]);
  end loop;
end
$$;
revoke execute on function nutmeg.take_drops(bytea[], int[], int[]),
  nutmeg.give_drops_back(bytea[], int[], int[]) from public;
