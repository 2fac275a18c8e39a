-- The board without a preparer reads nutmeg.desk_returns now.
drop index public.client_details_taken_idx;
