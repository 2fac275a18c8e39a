-- The three roles that every request runs as. The hosted service has the same ones.
--
-- service_role has no BYPASSRLS: only a superuser could grant it, and a plain owner must be able to migrate.
-- Each table that it may use says so with a policy.

do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin noinherit', name);
      execute format('grant %I to current_user', name);
    elsif not pg_has_role(current_user, name, 'member') then
      raise exception 'The role % exists, but % may not act as it.', name, current_user
        using hint = format('Ask the database administrator to run: grant %I to %I', name, current_user);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'The roles anon, authenticated and service_role do not exist and % may not create them.', current_user
    using hint = 'Ask the database administrator to create them (nologin) and to grant them to the owner; docs/operations.md has the three lines.';
end
$$;

grant usage on schema public to anon, authenticated, service_role;

-- Without this, everybody could execute every new function.
alter default privileges revoke execute on functions from public;
