-- Apart from 0114_desk_returns_filled, so that writers wait for each part only.
-- The board and the list by step; the returns of one preparer, or of none; a client's, and those of a year; those with an own
-- preparer; those that wait; those of clients who may have two.
create index desk_returns_step_idx on nutmeg.desk_returns (year, step, updated_at, client_id) include (is_archived, kind);
create index desk_returns_preparer_id_idx on nutmeg.desk_returns (preparer_id, year, step, updated_at)
  include (return_id, client_id, is_archived, kind);
create index desk_returns_year_idx on nutmeg.desk_returns (year, client_id, kind);
create index desk_returns_own_preparer_id_idx on nutmeg.desk_returns (own_preparer_id, year) include (client_id)
  where own_preparer_id is not null;
create index desk_returns_waiting_idx on nutmeg.desk_returns (year, updated_at, client_id) include (is_archived)
  where status not in ('e_filed', 'accepted');
create index desk_returns_business_idx on nutmeg.desk_returns (year, client_id) where kind = 'business';

-- The board and all lists read it from now on (0115).
analyze nutmeg.desk_returns;
