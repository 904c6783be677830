import { SeededRandom } from '../seeded-random.js';
import { MisbehavingKick, slugOf } from '../kick/misbehaving-kick.js';
import { MisbehavingTwitch } from './misbehaving-twitch.js';
import { RealClock } from './real-clock.js';
import { TwitchServer } from './twitch-server.js';
import { World } from './world.js';

/**
 * Simulates a Twitch of 200 channels and a Kick of 50, on one port, for `npm run demo:collect`. The arguments are port and address to
 * listen on. Without them, it also simulates the chats.
 */
async function main(): Promise<void> {
  const [port, host] = process.argv.slice(2);
  const clock = new RealClock();
  const day = 86_400_000;
  const times = { from: Date.now() - day, to: Date.now() + 7 * day, looksReal: true };
  const world = new World({ ...times, seed: 17, channels: 200 });
  blink(world, Date.now());
  const twitch = new MisbehavingTwitch({ world, clock, random: new SeededRandom(17), faultShare: 0.02 });
  const onKick = new World({ ...times, seed: 18, channels: 50 });
  const kick = new MisbehavingKick({ world: onKick, clock, random: new SeededRandom(18), faultShare: 0.02 });
  const isOfKick = (url: string) => /^\/(?:public|oauth)\//.test(new URL(url).pathname);
  const fetch: typeof twitch.fetch = (url, init) => (isOfKick(url) ? kick : twitch).fetch(url, init);
  const server = await TwitchServer.start({ fetch }, Number(port ?? 0), host);
  const names = world.channels.map((channel) => world.loginOf(channel, Date.now()));
  const chat = port === undefined ? await (await import('./demo-chat.js')).startDemoChat(world) : undefined;
  const chats = chat && { COLLECT_CHAT: 'on', TWITCH_CHAT_URL: chat.url };
  const slugs = onKick.channels.map((channel) => `kick:${slugOf(onKick.loginOf(channel, Date.now()))}`);
  const settings = { ...server.environment(twitch), ...kick.environment(server.origin) };
  console.log(JSON.stringify({ ...settings, ...chats, COLLECT_LOGINS: [...names, ...slugs].join(',') }));
}

/** Gives the smallest channel a stream every other minute, so that webhooks arrive soon. */
function blink({ channels }: World, now: number): void {
  const channel = channels.at(-1);
  if (!channel) return;
  const minute = 60_000;
  const streams = Array.from({ length: 5_000 }, (_, i) => {
    const from = Math.floor(now / minute + 2 * i) * minute;
    return { id: String(50_000_000_000 + i), channelId: channel.id, from, to: from + minute, size: 45 };
  });
  channel.streams.splice(0, Infinity, ...streams);
}

void main();
