import { SeededRandom } from '../seeded-random.js';
import { ChatServer } from './chat-server.js';
import { TrueStream, World } from './world.js';

const everyMs = 500;

/** The largest number of messages per second in a chat. */
const maxPerSecond = 8;

/** Writes invented messages into the chats of a world. Every second channel shares its chat with others. */
export async function startDemoChat(world: World): Promise<ChatServer> {
  const chat = await ChatServer.start();
  const random = new SeededRandom(17);
  setInterval(() => {
    const now = Date.now();
    for (const stream of world.live(now)) {
      const channel = world.channel(stream.channelId);
      if (channel) talk(chat, random, world.loginOf(channel, now), stream, Number(channel.id) % 2 === 0);
    }
  }, everyMs);
  return chat;
}

function talk(chat: ChatServer, random: SeededRandom, login: string, { size }: TrueStream, isShared: boolean): void {
  if (!chat.hasReader(login)) return;
  const expected = (Math.min(size / 200, maxPerSecond) * everyMs) / 1_000;
  const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
  for (let left = count; left > 0; left--) {
    const chatter = `viewer_${random.integer(1, Math.max(5, size))}`;
    if (isShared && random.chance(0.1)) chat.mirror(login, chatter);
    else chat.say(login, chatter);
    if (random.chance(0.02)) chat.deleteMessage(login, chatter);
  }
}
