import { onTestFinished } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { eventually } from '#tests/support/waiting.ts';

/** A change event of supabase-js. */
export interface ChangeEvent {
  type: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  schema: string;
  table: string;
  commit_timestamp: string;
  errors: unknown;
}

export interface TestSubscription {
  events: ChangeEvent[];
  /** The statuses of the channel, with error messages. */
  statuses: string[];
  /** The system messages of the channel. */
  system: { status: string; message: string }[];
  /** The file names in the events, optionally of one type. */
  fileNames(type?: string): unknown[];
  /** Waits for an event that meets the condition. */
  waitForEvent(condition: (events: ChangeEvent) => boolean): Promise<ChangeEvent>;
  unsubscribe(): Promise<unknown>;
}

interface ChangeFilter {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  table?: string;
  filter?: string;
  /** Our own: see `MAX_REPLAY_MS`. */
  replay_ms?: number;
}

let counter = 0;

/** Subscribes with supabase-js and waits for the confirmation. */
export async function subscribe(client: Client, ...filters: ChangeFilter[]): Promise<TestSubscription> {
  const subscription = startSubscribing(client, ...filters);
  await eventually(async () => subscription.statuses.includes('SUBSCRIBED'));
  return subscription;
}

/** Subscribes without waiting. */
export function startSubscribing(client: Client, ...filters: ChangeFilter[]): TestSubscription {
  const events: ChangeEvent[] = [];
  const statuses: string[] = [];
  const system: TestSubscription['system'] = [];
  let channel = client.channel(`test ${++counter}`);
  for (const { event = '*', ...rest } of filters.length > 0 ? filters : [{}]) {
    channel = channel.on(
      'postgres_changes',
      // The type has one overload per event.
      { event: event as '*', schema: 'public', table: 'file_uploads', ...rest },
      ({ eventType, ...payload }) => {
        events.push({ ...payload, type: eventType });
      },
    );
  }
  channel
    .on('system', {}, (payload) => system.push(payload))
    .subscribe((state, error) => statuses.push(error ? `${state}: ${error.message}` : state));
  onTestFinished(async () => void (await client.removeAllChannels()));
  return {
    events,
    statuses,
    system,
    fileNames: (type) =>
      events.filter((one) => type === undefined || one.type === type).map((one) => one.new.file_name),
    waitForEvent: (condition) => eventually(async () => events.find(condition)),
    unsubscribe: () => client.removeChannel(channel),
  };
}
