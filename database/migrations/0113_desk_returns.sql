-- What the board and the list ask about every return, in one narrow row: its place, who prepares it, and whether its client is
-- archived. The rule of 0105 is here alone: a return is its own preparer's, else the client's. Triggers keep the rows, as
-- in 0111_desk_clients.
create table nutmeg.desk_returns (
  return_id uuid primary key,
  client_id uuid not null,
  year int not null,
  kind text not null,
  status text not null,
  step int not null generated always as (nutmeg.step_position(status)) stored,
  updated_at timestamptz not null,
  own_preparer_id uuid,
  client_preparer_id uuid,
  preparer_id uuid generated always as (coalesce(own_preparer_id, client_preparer_id)) stored,
  is_archived boolean not null
);
alter table nutmeg.desk_returns enable row level security;
