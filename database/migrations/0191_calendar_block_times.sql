-- A block has a beginning and an end that a calendar can show. One that never ended keeps the time blocked until the last
-- day that the calendar knows.

delete from public.calendar_blocks where starts_at >= '2201-01-01Z' or ends_at <= '2000-01-01Z';
update public.calendar_blocks
set starts_at = greatest(starts_at, '2000-01-01Z'), ends_at = least(ends_at, '2201-01-01Z')
where starts_at < '2000-01-01Z' or ends_at > '2201-01-01Z';
alter table public.calendar_blocks
  add constraint calendar_blocks_starts_at_check check (starts_at between '2000-01-01Z' and '2201-01-01Z'),
  add constraint calendar_blocks_ends_at_check check (ends_at between '2000-01-01Z' and '2201-01-01Z');
