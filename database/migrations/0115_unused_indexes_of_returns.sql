-- The board and the list read nutmeg.desk_returns now.
drop index public.tax_returns_board_idx, public.tax_returns_step_idx, public.tax_returns_waiting_idx,
  public.tax_returns_year_idx;
