-- A block has a beginning and an end that a calendar can show. One without would close the office for good.

delete from public.calendar_blocks
where starts_at < timestamptz '2000-01-01Z' or ends_at > timestamptz '2201-01-01Z';
alter table public.calendar_blocks
  add constraint calendar_blocks_starts_at_check check (starts_at between '2000-01-01Z' and '2201-01-01Z'),
  add constraint calendar_blocks_ends_at_check check (ends_at between '2000-01-01Z' and '2201-01-01Z');
