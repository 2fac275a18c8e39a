import { eventually } from '#tests/support/waiting.ts';
import { connectPhoenix, type PhoenixClient } from '../../contract/support/phoenix.ts';
import { lives, mayReadRows, type Person, type Token, type World } from './rights.ts';

/** A channel that sends the new files of everyone that its holder may see. */
interface Channel {
  holder: Token | string;
  socket: PhoenixClient;
  isOpen: boolean;
  /** The names of the files that it must have sent, and no others. */
  due: Set<string>;
}

const NEW_FILES = {
  postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'file_uploads' }],
};

/** The realtime channels of a run. */
export class Channels {
  readonly #channels: Channel[] = [];

  /** Joins with a token or a secret key. Whether the server lets it. */
  async join(world: World, url: string, holder: Token | string): Promise<boolean> {
    const socket = await connectPhoenix({ url });
    const access_token = typeof holder === 'string' ? holder : holder.text;
    const { payload } = await socket.request('phx_join', { access_token, config: NEW_FILES });
    if (payload.status !== 'ok') {
      socket.socket.terminate();
      return false;
    }
    const isOpen = typeof holder === 'string' || world.isGranted;
    this.#channels.push({ holder, socket, isOpen, due: new Set() });
    return true;
  }

  /** Waits until a new file has reached the channels whose holders may see it now. */
  async expectNews(world: World, owner: Person, name: string): Promise<void> {
    const open = this.#channels.filter(({ isOpen }) => isOpen);
    const listening = open.filter(({ holder }) => mayHear(world, holder, owner));
    for (const { due } of listening) due.add(name);
    await Promise.all(listening.map((channel) => eventually(async () => namesIn(channel).has(name))));
    for (const channel of open) {
      // The server closes it: the session has ended, or the rows can't be read.
      if (typeof channel.holder === 'string') channel.isOpen = channel.holder === world.secretKeys.at(-1);
      else if (!lives(channel.holder) || !world.isGranted) channel.isOpen = false;
    }
  }

  /** Throws if a channel has sent what its holder had no right to. */
  requireNoOther(): void {
    for (const channel of this.#channels) {
      const others = [...namesIn(channel)].filter((name) => !channel.due.has(String(name)));
      if (others.length > 0) throw new Error(`${others} arrived in a channel of ${nameOf(channel)}`);
    }
  }

  close(): void {
    for (const { socket } of this.#channels) socket.socket.terminate();
  }
}

const nameOf = ({ holder }: Channel) =>
  typeof holder === 'string' ? 'a secret key' : holder.session.owner.name;

const mayHear = (world: World, holder: Token | string, owner: Person): boolean =>
  typeof holder === 'string' ? holder === world.secretKeys.at(-1) : mayReadRows(world, holder, owner);

function namesIn({ socket }: Channel): Set<unknown> {
  const news = socket.received.filter(({ event }) => event === 'postgres_changes');
  return new Set(
    news.map(({ payload }) => (payload.data as { record: { file_name: string } }).record.file_name),
  );
}
