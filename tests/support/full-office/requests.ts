import { logKinds } from '#domain/office/office-log.ts';
import type { Client } from '../people.ts';
import type { StaffRequest } from './asking.ts';
import { conversationRequests } from './conversation-requests.ts';
import { anyClient, anyStaff } from './fill.ts';
import { DATES } from './rows.ts';
import { taskRequests } from './task-requests.ts';

const PROFILE = 'user_id, email, first_name, last_name, phone, referred_by, role, language, created_at';
const RETURN =
  'id, user_id, year, kind, status, paid_at, updated_at, user_profiles(first_name, last_name, email)';
const COUNTED = { count: 'exact' } as const;
const PAGE = 100;

/** The pages of the list of clients (app/desk/clients/clients-query.ts). */
const list = (api: Client, filters: object, page = 0) =>
  api
    .rpc('list_clients', filters, page === 0 ? { get: true, ...COUNTED } : { get: true })
    .select(PROFILE)
    .range(page * PAGE, (page + 1) * PAGE - 1);

const overviews = (api: Client, clients: number) =>
  api.rpc('client_overviews', {
    client_ids: Array.from({ length: 25 }, () => anyClient({ clients }).id),
    list_year: DATES.year,
    new_files_since: DATES.newSince(),
  });

const documentLists = (api: Client, clients: number) =>
  api.functions.invoke('document-lists', {
    body: { clientIds: Array.from({ length: 25 }, () => anyClient({ clients }).id), year: DATES.year },
  });

/** What "Select all that match" keeps (app/desk/clients/bulk/selection/use-selection.ts). */
const ids = (api: Client, filters: object) => api.rpc('list_client_ids', filters, { get: true });

const formerClients = (api: Client, term: string) =>
  api
    .rpc('find_legacy_emails', { term }, { get: true, ...COUNTED })
    .select('email')
    .range(0, 24);
const everything = (api: Client, term: string) => api.rpc('search_everything', { term }, { get: true });

const board = (api: Client, filters: object) =>
  api.rpc('board_returns', { list_year: year, cards: 40, ...filters }, { get: true });
const log = (api: Client, filters: object) => api.rpc('office_log', { page_size: 50, ...filters });
const messages = (api: Client) => api.from('contact_submissions').select('*');
const appointments = (api: Client) => api.from('appointments').select('*', COUNTED);
const events = (api: Client, owner: string) =>
  api.from('document_events').select('*').eq('owner_id', owner).order('id', { ascending: false });
const year = DATES.year;

/** What the screens of the staff send, by screen. The names of functions are those of app/. */
export const staffRequests: Record<string, Record<string, StaffRequest>> = {
  list: {
    'first page, counted': ({ api }) => list(api, {}),
    'a page in the middle': ({ api, clients }) => list(api, {}, Math.floor(clients / 2 / PAGE)),
    'the last page': ({ api, clients }) => list(api, {}, Math.floor(clients / PAGE) - 1),
    'the facts of 25 rows': ({ api, clients }) => overviews(api, clients),
    'the documents of 25 rows': ({ api, clients }) => documentLists(api, clients),
    'archived, counted': ({ api }) => list(api, { archived: true }),
    'of all clients, counted': ({ api }) => api.rpc('list_clients_count', {}, { get: true }),
    'without a form, counted': ({ api }) => list(api, { has_form: false, list_year: year }),
    'with new files, counted': ({ api }) => list(api, { new_files_since: DATES.newSince() }),
    'of one preparer, counted': ({ api }) => list(api, { preparer: anyStaff() }),
    'of one preparer by name': ({ api }) => list(api, { preparer: anyStaff(), sort: 'name' }),
    'without a preparer, counted': ({ api }) => list(api, { preparer: 'none' }),
    'with a rare tag, counted': ({ api }) => list(api, { tag: 'VIP' }),
    'with a tag of all, counted': ({ api }) => list(api, { tag: 'early' }),
    'of one preparer, waiting for a month, counted': ({ api }) =>
      list(api, { preparer: anyStaff(), waiting_days: 30, return_status: 'waiting_for_documents' }),
    'all tags': ({ api }) => api.rpc('client_tags', {}, { get: true }),
    'saved views': ({ api }) => api.from('saved_views').select('*').order('position').limit(200),
  },
  'sorted list': Object.fromEntries(
    [
      ...['name', '-name', '-activity', 'activity', 'step', '-step', 'preparer', '-waiting', 'waiting'],
      ...['-missing', 'missing', '-reminded', 'reminded'],
    ].flatMap((sort): [string, StaffRequest][] => [
      [`by ${sort}, counted`, ({ api }) => list(api, { sort })],
      [`by ${sort}, page 100`, ({ api, clients }) => list(api, { sort }, Math.min(100, clients / PAGE / 2))],
    ]),
  ),
  search: {
    'a whole name': ({ api, client }) => list(api, { term: `Maria${client.number} Lopez` }),
    'parts of the names, in reverse': ({ api, client }) =>
      list(api, { term: `lopez, maria${client.number}` }),
    'a phone number': ({ api, client }) =>
      list(api, { term: `(203) 555-${String(client.number % 10_000).padStart(4, '0')}` }),
    'the start of an address': ({ api, client }) => list(api, { term: `person${client.number}@` }),
    'three letters that many have': ({ api }) => list(api, { term: 'mar' }),
    'two letters': ({ api }) => list(api, { term: 'ma' }),
    'one letter': ({ api }) => list(api, { term: 'a' }),
    'in vain': ({ api, client }) => list(api, { term: `zzz${client.number}` }),
    'the people of 25 rows': ({ api, clients }) =>
      api.rpc('people_found', {
        client_ids: Array.from({ length: 25 }, () => anyClient({ clients }).id),
        term: 'maria lopez',
      }),
    'people of the office, by name': ({ api, client }) =>
      api.rpc('find_people', { term: `Maria${client.number}`, wanted: 'all', page_size: 25 }, { get: true }),
    'people, deactivated': ({ api }) =>
      api.rpc('find_people', { term: '', wanted: 'deactivated', page_size: 25 }, { get: true }),
    'all staff': ({ api }) => api.rpc('find_people', { wanted: 'staff', page_size: 100 }, { get: true }),
    'staff to assign': ({ api }) =>
      api.from('user_profiles').select(PROFILE).neq('role', 'client').order('email'),
    'former clients': ({ api }) => formerClients(api, 'former12'),
    'former clients in vain': ({ api }) => formerClients(api, 'zzz'),
    'former clients, all': ({ api }) => formerClients(api, ''),
  },
  case: {
    merges: ({ api, client }) =>
      api
        .from('client_merges')
        .select('id, source_id, target_id, merged_at')
        .or(`source_id.eq.${client.id},target_id.eq.${client.id}`)
        .is('undone_at', null)
        .order('merged_at', { ascending: false })
        .limit(20),
    'preview of a merge': ({ api, client, clients }) =>
      api.rpc(
        'preview_client_merge',
        { source: client.id, target: anyClient({ clients }).id },
        { get: true },
      ),
    profile: ({ api, client }) =>
      api.from('user_profiles').select(PROFILE).eq('user_id', client.id).maybeSingle(),
    people: ({ api, client }) => api.rpc('case_members', { client_id: client.id }, { get: true }),
    invitations: ({ api, client }) => api.rpc('client_invitations', { client_id: client.id }, { get: true }),
    'kind of client': ({ api, client }) => api.from('clients').select('kind').eq('id', client.id).single(),
    details: ({ api, client }) =>
      api.from('client_details').select('*').eq('client_id', client.id).maybeSingle(),
    notes: ({ api, client }) =>
      api
        .from('client_notes')
        .select('*')
        .eq('user_id', client.id)
        .order('created_at', { ascending: false })
        .order('id'),
    letters: ({ api, client }) =>
      api
        .from('client_letters')
        .select('*')
        .eq('user_id', client.id)
        .order('sent_at', { ascending: false })
        .limit(20),
    'bad address': ({ api, client }) => api.rpc('bad_address_of', { client_id: client.id }, { get: true }),
    appointments: ({ api, client }) => api.rpc('appointments_of', { client_id: client.id }, { get: true }),
    messages: ({ api, client }) => api.rpc('messages_of', { client_id: client.id }, { get: true }),
    'tax forms': ({ api, client }) =>
      api
        .from('tax_forms')
        .select('id, year, submitted_at')
        .eq('user_id', client.id)
        .order('year', { ascending: false })
        .order('submitted_at', { ascending: false }),
    returns: ({ api, client }) => api.from('tax_returns').select('*').eq('user_id', client.id),
    'returns’ events': ({ api, client }) =>
      api.from('tax_return_events').select('*').eq('user_id', client.id),
    checklist: ({ api, client }) =>
      api
        .from('checklist_items')
        .select('id, item, title, state, reason, note')
        .eq('user_id', client.id)
        .eq('year', year)
        .order('updated_at'),
    'checklist’s documents': ({ api, client }) =>
      api.from('checklist_documents').select('item_id, document_id').eq('user_id', client.id),
    'the folder': ({ api, client }) =>
      api.storage.from('user-documents').list(client.id, { limit: 1000, offset: 0 }),
    'the folder’s rows': ({ api, client }) =>
      api
        .from('file_uploads')
        .select('file_name, file_size, download_count, sha256, uploaded_by')
        .eq('user_id', client.id)
        .is('parent_folder', null)
        .order('file_path')
        .range(0, 999),
    'all folders': ({ api, client }) =>
      api.storage.from('user-documents').listV2({ prefix: `${client.id}/`, limit: 1000 }),
    'all documents': ({ api, client }) =>
      api
        .from('file_uploads')
        .select('*')
        .eq('user_id', client.id)
        .order('uploaded_at', { ascending: false })
        .limit(1000),
    trash: ({ api, client }) =>
      api
        .from('trashed_documents')
        .select('id, path, file_name, deleted_by_name, deleted_at, expires_at', COUNTED)
        .eq('owner_id', client.id)
        .eq('is_folder_mark', false)
        .gt('expires_at', new Date().toISOString())
        .order('deleted_at', { ascending: false })
        .order('path')
        .limit(50),
    'sessions of the client': ({ api, client }) =>
      api.rpc('signed_in_people', { person: client.id, only_staff: false, page_size: 50 }, { get: true }),
  },
  conversation: conversationRequests,
  tasks: taskRequests,
  history: {
    'of the client’s documents': ({ api, client }) => events(api, client.id).limit(51),
    'of one document': ({ api, client }) =>
      events(api, client.id).or(`document_id.eq.${client.id},document_id.is.null`).limit(1000),
    'staff’s access': ({ api, client }) =>
      events(api, client.id)
        .in('actor_role', ['admin', 'super'])
        .neq('actor_id', client.id)
        .neq('action', 'marked_new')
        .limit(51),
    'log, newest': ({ api }) => log(api, {}),
    'log of a client': ({ api, client }) => log(api, { person: client.id }),
    'log of a kind': ({ api }) => log(api, { actions: [...logKinds.forms.actions] }),
    'log of documents': ({ api }) => log(api, { actions: [...logKinds.documents.actions] }),
    'log of rare acts': ({ api }) => log(api, { actions: ['auth.factors_reset'] }),
    'log of a kind and a client': ({ api, client }) =>
      log(api, { actions: [...logKinds['sign-ins'].actions], person: client.id }),
    'log of some days': ({ api }) => log(api, DATES.someDays()),
    'log by a document’s name': ({ api, client }) =>
      log(api, { document: `Receipt ${client.number * 5 + 2}.pdf` }),
    'log by a name in vain': ({ api }) => log(api, { document: 'no such document' }),
    'everyone’s sessions': ({ api }) =>
      api.rpc('signed_in_people', { only_staff: false, page_size: 50 }, { get: true }),
    'staff’s sessions': ({ api }) =>
      api.rpc('signed_in_people', { only_staff: true, page_size: 50 }, { get: true }),
  },
  counts: {
    'of accepted invitations': ({ api }) => api.rpc('waiting_invitations', {}, { get: true }),
    'of all queues': ({ api }) =>
      api.rpc('office_queues', { new_files_since: DATES.newSince() }, { get: true }),
    'of open messages': ({ api }) =>
      api
        .from('contact_submissions')
        .select('id', { ...COUNTED, head: true })
        .in('status', ['new', 'open']),
    'of my messages': ({ api, userId }) =>
      api
        .from('contact_submissions')
        .select('id', { ...COUNTED, head: true })
        .in('status', ['new', 'open'])
        .eq('assigned_to', userId),
    'open messages': ({ api }) =>
      messages(api).in('status', ['new', 'open']).order('created_at').order('id').limit(51),
    'answered messages': ({ api }) =>
      messages(api)
        .in('status', ['answered', 'closed'])
        .order('updated_at', { ascending: false })
        .order('id')
        .limit(51),
    'requests without a time': ({ api }) =>
      appointments(api)
        .is('starts_at', null)
        .is('calendly_completed', false)
        .eq('status', 'pending')
        .order('created_at')
        .limit(100),
    'appointments that are over': ({ api }) =>
      appointments(api)
        .in('status', ['pending', 'confirmed'])
        .lt('preferred_date', DATES.today())
        .order('preferred_date', { ascending: false })
        .limit(30),
    'appointments ahead': ({ api }) =>
      api
        .from('appointments')
        .select('*')
        .in('status', ['pending', 'confirmed'])
        .gte('preferred_date', DATES.today())
        .order('preferred_date')
        .limit(200),
    'appointments that are settled': ({ api }) =>
      api
        .from('appointments')
        .select('*')
        .in('status', ['done', 'cancelled'])
        .order('updated_at', { ascending: false })
        .limit(10),
    'the week in the calendar': ({ api }) =>
      api
        .from('appointments')
        .select('*')
        .lt('starts_at', DATES.fromNow(5))
        .gt('ends_at', DATES.fromNow(-2))
        .order('starts_at')
        .order('seat'),
    'failed mails': ({ api }) => api.rpc('failed_mails', undefined, { get: true }),
  },
  'yearly list': {
    'without a form': ({ api }) => list(api, { has_form: false, list_year: year }),
    'with a form': ({ api }) => list(api, { has_form: true, list_year: year }),
    'with a form, last year': ({ api }) => list(api, { has_form: true, list_year: year - 1 }),
    'with a form, no return yet': ({ api }) =>
      list(api, { has_form: true, list_year: year, return_status: 'none', sort: 'form' }),
    'no return opened': ({ api }) => list(api, { list_year: year, return_status: 'none' }),
    'waiting for documents': ({ api }) =>
      list(api, { list_year: year, return_status: 'waiting_for_documents' }),
    accepted: ({ api }) => list(api, { list_year: year, return_status: 'accepted' }),
    'everything at once': ({ api }) =>
      list(api, {
        term: 'ma',
        has_form: true,
        list_year: year,
        return_status: 'in_preparation',
        new_files_since: DATES.newSince(),
      }),
    'returns with the office': ({ api }) =>
      api
        .rpc(
          'waiting_returns',
          { statuses: ['not_started', 'documents_received', 'in_preparation', 'approved', 'rejected'] },
          { get: true },
        )
        .select(RETURN)
        .order('updated_at')
        .limit(101),
    'returns with the clients': ({ api }) =>
      api
        .rpc(
          'waiting_returns',
          { statuses: ['waiting_for_documents', 'ready_for_review', 'payment_due'] },
          { get: true },
        )
        .select(RETURN)
        .order('updated_at')
        .limit(101),
  },
  'search everything': {
    'a client': ({ api, client }) => everything(api, client.email),
    'a document’s name': ({ api, client }) => everything(api, `Receipt ${client.number * 5 + 2}.pdf`),
    'two letters': ({ api }) => everything(api, 'w2'),
    'no three letters in a row': ({ api }) => everything(api, 'w-2 c-3'),
    'a part of many names': ({ api }) => everything(api, 'pdf'),
    nothing: ({ api }) => everything(api, 'zyxwvu'),
  },
  bulk: {
    'all clients': ({ api }) => ids(api, {}),
    'a range far down': ({ api, clients }) => ids(api, { first_row: Math.floor(clients / 2), most: 500 }),
    'all of one preparer': ({ api }) => ids(api, { preparer: anyStaff(), sort: 'name' }),
    'all without a form': ({ api }) => ids(api, { has_form: false, list_year: year }),
    'own jobs': ({ api, userId }) =>
      api
        .from('bulk_jobs')
        .select('*')
        .eq('created_by', userId)
        .order('created_at', { ascending: false })
        .limit(20),
    'colleagues’ jobs that run': ({ api, userId }) =>
      api
        .from('bulk_jobs')
        .select('*')
        .eq('state', 'running')
        .neq('created_by', userId)
        .order('created_at')
        .limit(20),
  },
  board: {
    'all returns of the year': ({ api }) => board(api, {}),
    'of one preparer': ({ api, userId }) => board(api, { preparer: userId }),
    'without a preparer': ({ api }) => board(api, { unassigned: true }),
    'waiting for two weeks': ({ api }) => board(api, { waiting_days: 14 }),
    'the weeks of the season': ({ api }) => api.rpc('season_weeks', { list_year: year }, { get: true }),
  },
};
