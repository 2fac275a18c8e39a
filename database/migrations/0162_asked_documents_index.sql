-- For the reminders (0161): the documents that the office asked for and that are still missing.

create index checklist_items_asked_idx on public.checklist_items (updated_at)
  where state = 'asked_again' or (title is not null and state = 'open');
