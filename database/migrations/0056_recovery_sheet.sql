-- Who has shown that the office holds the recovery sheet of an encryption key. Asked once for each key. Server only.

create table nutmeg.recovery_sheets (
  -- Eight characters of a hash of the key; they tell nothing about it.
  fingerprint text primary key,
  confirmed_at timestamptz not null default now(),
  -- No foreign key, and the name as it was: the record outlives the person.
  confirmed_by uuid,
  confirmed_by_name text
);
alter table nutmeg.recovery_sheets enable row level security;
