-- The list of clients leaves out those that the office doesn't serve (0108_unserved_clients), unless someone is searched for.

-- As in 0106, with those that the office doesn't serve.
create or replace function nutmeg.hidden_clients(archived boolean, term text) returns uuid[]
  language sql stable
  as $$
  select case when archived is false and cardinality(nutmeg.search_words(term)) = 0
    then nutmeg.archived_clients() || array(select u.client_id from nutmeg.unserved_clients u)
    else nutmeg.archived_clients() end
$$;

-- As in 0102, without those that the office doesn't serve.
create or replace function nutmeg.count_clients() returns bigint
  language sql stable
  as $$
  select (select count(*) from public.user_profiles)
    - (select count(*) from public.client_details d where d.archived_at is not null)
    - (select count(*) from nutmeg.unserved_clients)
$$;
