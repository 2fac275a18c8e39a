-- Those who got something of their own while the statement of 0108_unserved_clients_known ran: their write found no row yet.
delete from nutmeg.unserved_clients u where not nutmeg.is_unserved(u.client_id);
