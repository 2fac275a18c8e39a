-- A return for a client that was merged meanwhile is refused: it would stay behind unseen (0125).

create trigger tax_returns_not_merged after insert on public.tax_returns
  for each row execute function nutmeg.refuse_row_of_merged();
