/**
 * Hosts whose links are not partners, with the reason. A name covers its subdomains. After you edit this list, import
 * the panels again: the import classifies each link again.
 */
export const nonCommercialDomains: Readonly<Record<string, string>> = {
  'twitch.tv': 'streaming platform',
  'youtube.com': 'streaming platform',
  'youtu.be': "streaming platform: YouTube's short links",
  'kick.com': 'streaming platform',
  'tiktok.com': 'streaming platform',
  'trovo.live': 'streaming platform',
  'rumble.com': 'streaming platform',
  'dlive.tv': 'streaming platform',
  'bilibili.com': 'streaming platform',
  'chzzk.naver.com': 'streaming platform; the rest of naver.com also sells',
  'sooplive.co.kr': 'streaming platform',
  'sooplive.com': 'streaming platform',
  'afreecatv.com': 'streaming platform: the old name of SOOP',
  'nicovideo.jp': 'streaming platform',
  'twitcasting.tv': 'streaming platform',
  'twitter.com': 'social network',
  'x.com': 'social network',
  't.co': "social network: X's short links",
  'instagram.com': 'social network',
  'instagr.am': "social network: Instagram's short links",
  'threads.net': 'social network',
  'threads.com': 'social network',
  'facebook.com': 'social network',
  'fb.com': 'social network: Facebook',
  'fb.me': "social network: Facebook's short links",
  'fb.gg': "social network: Facebook's short links for games",
  'discord.com': 'social network: chat servers',
  'discord.gg': 'social network: invitations to Discord',
  'discordapp.com': 'social network: the old name of Discord',
  'telegram.org': 'social network: chat',
  't.me': "social network: Telegram's short links",
  'whatsapp.com': 'social network: chat',
  'wa.me': "social network: WhatsApp's short links",
  'line.me': 'social network: chat',
  'reddit.com': 'social network',
  'redd.it': "social network: Reddit's short links",
  'snapchat.com': 'social network',
  'bsky.app': 'social network',
  'mastodon.social': 'social network',
  'tumblr.com': 'social network',
  'pinterest.com': 'social network',
  'linkedin.com': 'social network',
  'vk.com': 'social network',
  'weibo.com': 'social network',
  'cafe.naver.com': 'social network: fan communities',
  'steamcommunity.com': 'social network: player profiles; the shop is store.steampowered.com',
};

/** Returns true if the list contains the host or a parent domain. */
export function isNonCommercial(host: string): boolean {
  for (let name = host; name !== ''; name = parentOf(name)) {
    if (Object.hasOwn(nonCommercialDomains, name)) return true;
  }
  return false;
}

function parentOf(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}
