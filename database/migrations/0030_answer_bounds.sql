-- Functions that the REST service's own statements call. Not in schema public, so that no request can name them.
create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

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
