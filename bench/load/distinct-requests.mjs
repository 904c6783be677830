/**
 * A function that returns the next of `urls` different requests, of `clients` clients behind a proxy by turns, and then starts
 * over. Half of the URLs ask for different answers; the others differ only in a parameter that the service ignores.
 */
export function distinctRequests({ clients, urls, names, streams }) {
  let index = -1;
  return () => {
    index = (index + 1) % urls;
    const client = index % clients;
    const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
    return `GET ${urlOf(index, names, streams)} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  };
}

function urlOf(index, names, streams) {
  const turn = Math.floor(index / 4);
  const name = names[turn % names.length];
  switch (index % 4) {
    case 0:
      return `/v1/streamer/${name}/recent-streams?limit=${1 + (Math.floor(turn / names.length) % 100)}`;
    case 1:
      return `/v1/leaderboard?cursor=${turn}`;
    case 2:
      return `/v1/streamer/${name}/thirty-day-stats?utm_source=${turn}`;
    default:
      return `/v1/streams/${streams[turn % streams.length]}/message-stats?utm_source=${turn}`;
  }
}
