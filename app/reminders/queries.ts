import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { ClientReminderState } from '#contract/reminders.ts';
import type { Translate } from '#domain/language/translate.ts';
import { reminderRefusals } from '#domain/reminders/rules.ts';
import { refusalWords } from '#domain/reminders/words.ts';

export interface ReminderChoice {
  is_paused: boolean;
  /** Null if they are paused until someone turns them on. */
  paused_until: string | null;
}

export interface MyTexts {
  /** Null if no text can be sent to the phone number of the profile. */
  number: string | null;
  agreed_at: string | null;
  /** When this number answered STOP. */
  stopped_at: string | null;
  /** Whether the person agreed to texts about messages, too. */
  covers_messages: boolean;
}

export interface TextsOfClient extends Omit<MyTexts, 'covers_messages'> {
  source: 'account' | 'spoken' | null;
  recorded_by_name: string | null;
  /** A client without a login. */
  may_record: boolean;
}

/** For the client's own account. */
export function reminderChoiceQuery(clientId: string) {
  return queryOptions({
    queryKey: ['reminder choice', clientId] as const,
    queryFn: ({ signal }): Promise<ReminderChoice> =>
      dataOf(
        rest.rpc('reminder_choice', { client_id: clientId }, { get: true }).abortSignal(signal).single(),
      ),
    staleTime: 0,
  });
}

/** @param phone of the profile: a changed number has another answer */
export function myTextsQuery(userId: string, phone: string) {
  return queryOptions({
    queryKey: ['my texts', userId, phone] as const,
    queryFn: ({ signal }): Promise<MyTexts> =>
      dataOf(rest.rpc('my_texts', {}, { get: true }).abortSignal(signal).single()),
    staleTime: 0,
  });
}

/** The latest texts to a client's number: their kinds, and what became of them. */
export function sentTextsQuery(clientId: string, phone: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'sent texts', phone] as const,
    queryFn: ({ signal }) =>
      dataOf(rest.rpc('texts_to_client', { client_id: clientId }, { get: true }), signal),
    staleTime: 0,
  });
}

export function textsOfClientQuery(clientId: string, phone: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'texts', phone] as const,
    queryFn: ({ signal }): Promise<TextsOfClient> =>
      dataOf(
        rest
          .rpc('texts_of_client', { client_id: clientId }, { get: true })
          .abortSignal(signal)
          .single()
          .overrideTypes<TextsOfClient, { merge: false }>(),
      ),
    staleTime: 0,
  });
}

export function clientRemindersQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'reminders'] as const,
    queryFn: ({ signal }) =>
      callOwn<ClientReminderState>(`/functions/v1/reminders?client=${encodeURIComponent(clientId)}`, {
        signal,
      }),
    staleTime: 0,
  });
}

export type PauseLength = 'week' | 'always';

/** Throws why it was refused, in the reader's language. */
export async function sendReminder(clientId: string, t: Translate): Promise<void> {
  try {
    await callOwn('/functions/v1/reminders', { method: 'POST', body: { client: clientId } });
  } catch (error) {
    const refusal = reminderRefusals.find((code) => code === failureOf(error).code);
    throw refusal === undefined ? error : new Error(t(refusalWords[refusal]), { cause: error });
  }
}
