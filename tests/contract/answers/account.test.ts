import { test } from 'vitest';
import { insertPerson, PASSWORD } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { recordAnswers, rosa } from './recorder.ts';

const portal = portalForFile();
// The addresses are recorded, so a second try would find them taken.
test('what the office knows about an address', { retry: 0 }, async () => {
  const { record, compare } = recordAnswers(portal);
  await insertPerson(portal, { email: 'rosa@example.com', data: rosa });
  await portal.database.query(`insert into public.legacy_emails (email) values ('olga@example.com')`);
  const request = 'POST /rest/v1/rpc/check_user_login_status';
  await record('known', request, { body: { user_email: 'rosa@example.com' } });
  await record('unknown', request, { body: { user_email: 'nora@example.com' } });
  await record('legacy', request, { body: { user_email: 'olga@example.com' } });
  await portal.database.query('alter table public.legacy_emails rename to lost');
  try {
    await record('fault', request, { body: { user_email: 'rosa@example.com' } });
  } finally {
    await portal.database.query('alter table public.lost rename to legacy_emails');
  }
  await compare('login-status');
});

test('what the account page of a new client asks for', { retry: 0 }, async () => {
  const { record, compare } = recordAnswers(portal);
  const email = 'account@example.com';
  const id = await insertPerson(portal, { email, data: rosa });
  const request = 'POST /auth/v1/token?grant_type=password';
  const bearer = String(
    (await record('signedIn', request, { body: { email, password: PASSWORD } })).access_token,
  );
  const own = `user_id=eq.${id}`;
  const single = { accept: 'application/vnd.pgrst.object+json' };
  const questions: [string, string, string?, Record<string, string>?][] = [
    ['profile', 'GET /rest/v1/user_profiles', `select=*&${own}`],
    ['returns', 'GET /rest/v1/tax_returns', `select=*&${own}`],
    ['returnEvents', 'GET /rest/v1/tax_return_events', `select=*&${own}`],
    [
      'uploads',
      'GET /rest/v1/file_uploads',
      `select=id,file_name,uploaded_at&${own}&by_client=is.true&order=uploaded_at.desc&limit=3`,
      { prefer: 'count=exact' },
    ],
    ['forms', 'GET /rest/v1/tax_forms', `select=form_data,submitted_at&${own}&year=eq.2026&limit=1`],
    ['checklistItems', 'GET /rest/v1/checklist_items', `select=id,item,title,state,reason,note&${own}`],
    ['checklistDocuments', 'GET /rest/v1/checklist_documents', `select=item_id,document_id&${own}`],
    ['drafts', 'GET /rest/v1/tax_form_drafts', `select=updated_at&${own}&year=eq.2026`],
    ['invitations', 'GET /rest/v1/rpc/client_invitations', `client_id=${id}`],
    ['threadSummary', 'GET /rest/v1/rpc/thread_summary', `client_id=${id}&for_office=false`, single],
    ['signatures', 'GET /rest/v1/rpc/my_signatures'],
    ['reminders', 'GET /rest/v1/rpc/reminder_choice', `client_id=${id}`, single],
    ['texts', 'GET /rest/v1/rpc/my_texts', '', single],
    ['invoices', 'GET /rest/v1/invoices', `select=*,invoice_lines(*),installments(*)&client_id=eq.${id}`],
    ['credit', 'GET /rest/v1/billing_accounts', `select=credit_cents&client_id=eq.${id}`],
    ['consents', 'GET /rest/v1/tax_consents', `select=*&${own}&status=in.(asked,given)`],
    ['looks', 'GET /rest/v1/document_events', `select=*&owner_id=eq.${id}&actor_role=in.(admin,super)`],
  ];
  for (const [name, request, query, headers = {}] of questions)
    await record(name, request, { ...(query === undefined ? {} : { query }), bearer, headers });
  await record('payments', 'POST /rest/v1/rpc/client_payments', { bearer, body: { client_id: id } });
  await record('clients', 'POST /rest/v1/rpc/my_clients', { bearer, body: {} });
  await record('members', 'POST /rest/v1/rpc/members_of_client', { bearer, body: { client_id: id } });
  await record('sessions', 'POST /rest/v1/rpc/my_sessions', { bearer, body: {} });
  await record('settings', 'GET /auth/v1/settings');
  await compare('account');
});
