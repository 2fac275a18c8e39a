-- The portraits of the office's team. The server makes them from uploaded pictures (server/office/pictures) and serves
-- them to everyone; the office's facts name them by id. Nothing else reads or writes them, so there are no grants.

create table nutmeg.office_pictures (
  -- SHA-256 of the files.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  added_at timestamptz not null default now(),
  -- A plain id: the picture outlives the account.
  added_by uuid,
  -- When it was last uploaded or saved with the facts.
  used_at timestamptz not null default now()
);

create table nutmeg.office_picture_files (
  picture_id text not null references nutmeg.office_pictures (id) on delete cascade,
  width int not null check (width between 1 and 1024),
  type text not null check (type in ('avif', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 500000),
  primary key (picture_id, width, type)
);
-- They are compressed already.
alter table nutmeg.office_picture_files alter column bytes set storage external;
