import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { BUCKET, type HostedOffice, idOf, TOTP_SECRET, userId } from './office.ts';

/** Adds unusual data that real installations have. */
export async function addOddities({ query, upload, folder }: HostedOffice): Promise<void> {
  await query(
    `insert into auth.users (id, phone, created_at) values ('${idOf(5, 1)}', '12035550100', now())`,
  );
  await query(
    `insert into auth.users (id, email, deleted_at) values ('${idOf(5, 2)}', 'gone@mail.example', now())`,
  );
  await query(`insert into auth.users (id, email, is_anonymous) values ('${idOf(5, 3)}', null, true)`);
  await query(`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    values ('${idOf(5, 4)}', 'firebase@mail.example', '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=a$b$c', now())`);
  await query(`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values ('${idOf(5, 5)}', '${userId(0)}', 'Phone', 'totp', 'verified', '${TOTP_SECRET}', now(), now()),
      ('${idOf(5, 6)}', '${userId(2)}', 'Begun', 'totp', 'unverified', '${TOTP_SECRET}', now(), now())`);
  await query(`insert into auth.sessions (id, user_id) values ('${idOf(5, 7)}', '${userId(0)}')`);
  await query(`insert into public.tax_forms (user_id, year, form_data, submitted_at)
    values ('${userId(0)}', 2025, '{"firstName": "Older"}', '2025-01-01'), ('${userId(1)}', 1999, '{}', now())`);
  await upload({
    id: idOf(6, 3),
    owner: userId(4),
    path: '2024/unlisted.pdf',
    bytes: Buffer.from('%PDF'),
    listed: false,
  });
  await upload({
    id: idOf(6, 4),
    owner: userId(4),
    path: 'Empty/.emptyFolderPlaceholder',
    bytes: Buffer.from('x'),
    listed: false,
  });
  await upload({ id: idOf(6, 1), owner: userId(4), path: '2024/lost.pdf', bytes: Buffer.from('%PDF lost') });
  await upload({
    id: idOf(6, 2),
    owner: userId(4),
    path: '2024/short.pdf',
    bytes: Buffer.from('%PDF short'),
  });
  const place = (name: string) => join(folder, BUCKET, userId(4), '2024', name);
  await rm(place('lost.pdf'), { recursive: true });
  for (const version of await readdir(place('short.pdf')))
    await truncate(join(place('short.pdf'), version), 3);
  await query(`insert into storage.objects (bucket_id, name) values ('avatars', 'me.png')`);
  await query(
    `insert into public.file_uploads (user_id, file_path, file_name) values ('${userId(4)}', '${userId(4)}/none.pdf', 'none.pdf')`,
  );
  await query(`insert into public.appointments (name, email, phone, status, preferred_date)
    values ('Ann', 'ann@mail.example', '+12035550100', 'confirmed', '2025-05-01'),
      ('', null, '', 'pending', null)`);
  await query(`insert into public.contact_submissions (name, email, phone, subject, message)
    values ('Ann', 'ann@mail.example', null, 'a-subject-of-before', E'Two\nlines\\and a \ttab')`);
  await query(`insert into public.legacy_emails values ('Old@Mail.Example '), ('older@mail.example')`);
  await query(`insert into public.email_queue (to_email, subject) values ('ann@mail.example', 'Waiting')`);
}
