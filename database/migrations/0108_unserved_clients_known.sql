-- Those who only help others today (0108_unserved_clients). Apart from the triggers, so that no table is locked meanwhile.
insert into nutmeg.unserved_clients (client_id)
select m.user_id from public.client_members m
where m.user_id <> m.client_id group by m.user_id having nutmeg.is_unserved(m.user_id)
on conflict do nothing;
