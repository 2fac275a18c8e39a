-- Apart from 0112_desk_clients_filled, so that writers wait for each part only.
-- The orders of the list; the clients of one preparer, or of none; those that the list leaves out.
create index desk_clients_created_at_idx on nutmeg.desk_clients (created_at desc, profile_id)
  include (client_id, is_listed);
create index desk_clients_name_idx on nutmeg.desk_clients (name, profile_id) include (client_id, is_listed);
create index desk_clients_preparer_id_idx on nutmeg.desk_clients (preparer_id, created_at desc, profile_id)
  include (client_id, is_listed, name);
create index desk_clients_hidden_idx on nutmeg.desk_clients (client_id) where not is_listed;

-- All lists read it from now on (0115).
analyze nutmeg.desk_clients;
