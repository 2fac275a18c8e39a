-- The list is read in the orders of nutmeg.desk_clients now.
drop index public.user_profiles_name_idx, public.user_profiles_ordered_idx;
