import { onTestFinished } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { eventually } from '#tests/support/waiting.ts';

/** What supabase-js calls back with, in short. */
export interface Heard {
  type: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  schema: string;
  table: string;
  commit_timestamp: string;
  errors: unknown;
}

export interface Listening {
  heard: Heard[];
  /** Each change of state, with the error's message where there is one. */
  states: string[];
  /** What the server says about the channel. */
  system: { status: string; message: string }[];
  /** The names of the files heard of, by the kind of change. */
  names(type?: string): unknown[];
  /** Waits until something like this was heard. */
  hears(condition: (heard: Heard) => boolean): Promise<Heard>;
  leave(): Promise<unknown>;
}

interface Wish {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  table?: string;
  filter?: string;
}

let counter = 0;

/** Listens with supabase-js as it comes, from when the server has said that it listens. */
export async function listen(client: Client, ...wishes: Wish[]): Promise<Listening> {
  const listening = startListening(client, ...wishes);
  await eventually(async () => listening.states.includes('SUBSCRIBED'));
  return listening;
}

/** The same without waiting. */
export function startListening(client: Client, ...wishes: Wish[]): Listening {
  const heard: Heard[] = [];
  const states: string[] = [];
  const system: Listening['system'] = [];
  let channel = client.channel(`test ${++counter}`);
  for (const { event = '*', ...rest } of wishes.length > 0 ? wishes : [{}]) {
    channel = channel.on(
      'postgres_changes',
      // The overloads want one event each.
      { event: event as '*', schema: 'public', table: 'file_uploads', ...rest },
      ({ eventType, ...payload }) => {
        heard.push({ ...payload, type: eventType });
      },
    );
  }
  channel
    .on('system', {}, (payload) => system.push(payload))
    .subscribe((state, error) => states.push(error ? `${state}: ${error.message}` : state));
  onTestFinished(async () => void (await client.removeAllChannels()));
  return {
    heard,
    states,
    system,
    names: (type) =>
      heard.filter((one) => type === undefined || one.type === type).map((one) => one.new.file_name),
    hears: (condition) => eventually(async () => heard.find(condition)),
    leave: () => client.removeChannel(channel),
  };
}
