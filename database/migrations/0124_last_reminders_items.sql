-- A document that is asked for, or asked for again (0124_last_reminders).
create trigger checklist_items_reminded after insert or update of user_id, state on public.checklist_items
  for each row when (new.state = 'asked_again' or new.title is not null and new.state = 'open')
  execute function nutmeg.note_last_reminder('user_id', 'updated_at');

insert into nutmeg.last_reminders as l (client_id, at)
select user_id, max(updated_at) from public.checklist_items
where state = 'asked_again' or title is not null and state = 'open' group by user_id
on conflict (client_id) do update set at = greatest(l.at, excluded.at);
