-- An upload may come in 20,000 pieces (server/storage/uploads/tus/receive.ts). All that are there are in the narrower range,
-- so they aren't read again.
alter table storage.blob_pieces
  drop constraint blob_pieces_position_check,
  add constraint blob_pieces_position_check check (position between 0 and 19999) not valid;
