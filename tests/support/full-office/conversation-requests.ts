import type { StaffRequest } from './asking.ts';
import { anyClient } from './fill.ts';

const page =
  (more: object): StaffRequest =>
  ({ api, client }) =>
    api.rpc('thread_page', { client_id: client.id, page_size: 50, ...more }, { get: true });

/** The conversation of a case, and its rows in the inbox (app/conversation/queries.ts). */
export const conversationRequests: Record<string, StaffRequest> = {
  'newest messages': page({}),
  'older messages': page({ before_sequence: 1000, page_size: 200 }),
  'open questions': page({ open_questions_only: true }),
  'what is open': ({ api, client }) =>
    api.rpc('thread_summary', { client_id: client.id, for_office: true }, { get: true }),
  'clients who wait': ({ api }) => api.rpc('waiting_threads', { wanted: 'all' }, { get: true }),
  'my clients who wait': ({ api }) => api.rpc('waiting_threads', { wanted: 'mine' }, { get: true }),
  'clients who owe an answer': ({ api }) =>
    api.rpc('waiting_threads', { wanted: 'all', waiting_for: 'client' }, { get: true }),
  'what the threads of 360 clients wait for': ({ api, clients }) =>
    api.rpc('thread_states', {
      client_ids: Array.from({ length: 360 }, () => anyClient({ clients }).id),
    }),
  'how many wait': ({ api }) => api.rpc('waiting_thread_counts', {}, { get: true }),
  'every open question': ({ api }) => api.rpc('open_questions', {}, { get: true }),
};
