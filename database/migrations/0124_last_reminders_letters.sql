-- A letter that asks for something (0124_last_reminders).
create trigger client_letters_reminded after insert or update of user_id on public.client_letters
  for each row when (new.template <> 'message') execute function nutmeg.note_last_reminder('user_id', 'sent_at');

insert into nutmeg.last_reminders as l (client_id, at)
select user_id, max(sent_at) from public.client_letters where template <> 'message' group by user_id
on conflict (client_id) do update set at = greatest(l.at, excluded.at);
