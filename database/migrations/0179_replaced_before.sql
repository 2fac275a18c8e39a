-- When the bytes of documents came that were replaced before 0110.

update storage.objects o set replaced_at = (o.metadata ->> 'lastModified')::timestamptz
where o.bucket_id = 'user-documents' and o.metadata ->> 'lastModified' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d'
  and (o.metadata ->> 'lastModified')::timestamptz > o.created_at + interval '1 minute';
