-- A letter for a client that was merged meanwhile is refused: it would stay behind unseen (0125).

create trigger client_letters_not_merged after insert on public.client_letters
  for each row execute function nutmeg.refuse_row_of_merged();
