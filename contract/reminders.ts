import type { ReminderSource } from '#domain/reminders/rules.ts';

interface Group {
  source: ReminderSource;
  year: number | null;
  count: number;
}

/** The answer of `GET /functions/v1/reminders`: a client's reminders, for staff. */
export interface ClientReminderState {
  /** The office's switch. */
  is_office_on: boolean;
  /** Someone with a login and an address. */
  has_recipient: boolean;
  /** Turned off for this client by staff. */
  is_off: boolean;
  off_by_name: string | null;
  is_paused: boolean;
  /** Null if the client paused them until they turn them on. */
  paused_until: string | null;
  next: { at: string; groups: Group[] } | null;
  /** Everything that is open: what a reminder is about that staff send now. */
  open: Group[];
  /** The others whose signature is missing, who get reminders of that alone. */
  signers: { id: string; name: string; next: string | null; count: number }[];
  /** `to`: the signer; null for the client's own. */
  sent: { at: string; groups: Group[]; has_text: boolean; to: string | null }[];
}
