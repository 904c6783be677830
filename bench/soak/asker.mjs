import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickOne } from '../random.mjs';
import { counted } from './counted.mjs';
import { Versions } from './versions.mjs';

// CACHE_STALE_SECONDS of the stage, and what a request may take.
const staleMs = 26_000;
// The same while the database answers: twice CACHE_TTL_SECONDS, and what a request may take.
const usualMs = 7_000;
// For so long after asking anew has failed nobody waits for it to fail again.
const failingMs = 5_000;
const mostListed = 20;

/** Answers of the seed that do not change, and that are wrong if they do. */
const fixed = [
  '/v1/streamer/aurora_plays/recent-streams',
  '/v1/streamer/aurora_plays/recent-streams?limit=100',
  '/v1/streamer/aurora_plays/thirty-day-stats',
  '/v1/streamer/aurora_plays/follower-graph',
  '/v1/streamer/aurora_plays/partners',
  '/v1/streamer/aurora_plays/events',
  '/v1/streams/40100000001/message-stats',
  '/v1/streams/40100000001/before',
  '/v1/streams/40100000001/graphs/hourly',
  '/v1/streams/40100000002/graphs/minutely',
  '/v1/streams/40100000001/colab-sessions',
  '/v1/events/300000001',
  '/v1/health/live',
];

const refused = {
  '/v1/leaderboard?limit=0': 400,
  '/v1/leaderboard?sort=fame': 400,
  '/v1/streamer/a-b/partners': 400,
  '/v1/nothing': 404,
  '/%ZZ': 400,
};

/** Asks at random, and judges each answer. */
export class Asker {
  wrong = [];
  #stage;
  #faults;
  #random;
  #expected = new Map();
  /** By their status: answers that were compared with what they have to be, and failures that a fault allowed. */
  #checked = {};
  #excused = {};
  #agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(stage, faults, random) {
    this.#stage = stage;
    this.#faults = faults;
    this.#random = random;
  }

  /** Learns the answers that do not change, and asks the database whether they are right. */
  async learn() {
    await this.#faults.importNext();
    for (const path of fixed) {
      const { status, text, headers } = await this.#get(path);
      if (status !== 200) throw new Error(`${path} answers ${status} before anything is disturbed`);
      this.#expected.set(path, { text, etag: headers.etag });
    }
    await this.#compareWithDatabase();
  }

  async askUntil(until) {
    while (Date.now() < until) {
      await this.#askOne();
      await sleep(this.#random() * 20);
    }
  }

  report() {
    this.#agent.destroy();
    console.log(`Answers checked: ${counted(this.#checked)}`);
    console.log(`Failures that a fault excused, by status (0: no answer): ${counted(this.#excused)}`);
    for (const wrong of this.wrong.slice(0, mostListed)) console.log(`Wrong: ${wrong}`);
    console.log(`${this.wrong.length} wrong answers.`);
  }

  async #askOne() {
    const [path, judge, headers] = this.#choose();
    const from = Date.now();
    const answer = await this.#get(path, headers);
    const isExcused = this.#isExcused(answer, from);
    const counts = isExcused ? this.#excused : this.#checked;
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    const problem = isExcused ? undefined : problemOf(judge, answer, from);
    if (problem) this.wrong.push(`${new Date(from).toISOString()} ${path}: ${problem}`);
  }

  #choose() {
    const kind = this.#random();
    if (kind < 0.4) {
      const path = pickOne(fixed, this.#random);
      return [path, (answer) => this.#judgeFixed(path, answer)];
    }
    if (kind < 0.5) {
      const path = pickOne(
        fixed.filter((one) => this.#expected.get(one).etag),
        this.#random,
      );
      const judge = ({ status, text }) =>
        status === 304 && text === '' ? undefined : `${status} to a tag that is right`;
      return [path, judge, { 'If-None-Match': this.#expected.get(path).etag }];
    }
    if (kind < 0.6) {
      const path = pickOne(Object.keys(refused), this.#random);
      return [path, ({ status }) => (status === refused[path] ? undefined : `${status}, not ${refused[path]}`)];
    }
    if (kind < 0.7) {
      const path = `/v1/streams/${1 + Math.floor(this.#random() * 1e9)}/message-stats`;
      return [path, ({ status }) => (status === 404 ? undefined : `${status}, not 404`)];
    }
    if (kind < 0.8)
      return [`/v1/streams/${Versions.streamId}/message-stats`, (...args) => this.#judgeMessages(...args)];
    if (kind < 0.9) return ['/v1/streamer/soaked/recent-streams', (...args) => this.#judgeStreams(...args)];
    if (kind < 0.98) return ['/v1/leaderboard?limit=200', (...args) => this.#judgeBoard(...args)];
    return ['/v1/status', ({ status }) => (status === 200 ? undefined : String(status))];
  }

  /** Whether a fault allows that there is no answer, or none from the database. */
  #isExcused({ status }, from) {
    if (status === 0) return this.#faults.excuse('service', from, Date.now());
    return (status === 500 || status === 503) && this.#faults.excuse('database', from, Date.now());
  }

  #judgeFixed(path, { status, text }) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    return text === this.#expected.get(path).text ? undefined : `another body: ${text.slice(0, 200)}`;
  }

  #judgeMessages({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const { total_messages: version, unique_chatters, deleted_messages } = JSON.parse(text);
    const isWhole = unique_chatters === version && deleted_messages === version;
    return isWhole && this.#allows(version, from) ? undefined : text;
  }

  #judgeStreams({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const [stream, ...others] = JSON.parse(text);
    const { peak_viewers: version, avg_viewers, watchtime } = stream;
    const isWhole = others.length === 0 && avg_viewers === version && watchtime === Versions.watchtime + version;
    return isWhole && this.#allows(version, from) ? undefined : text;
  }

  #judgeBoard({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const { items, hasMore, nextCursor } = JSON.parse(text);
    const isRanked = items.every(({ watchtime }, i) => i === 0 || watchtime <= items[i - 1].watchtime);
    const isWhole = items.length === 200 && new Set(items.map(({ id }) => id)).size === 200;
    if (!isRanked || !isWhole || !hasMore || nextCursor !== 200) return `no whole page of ${items.length}`;
    const entry = items.find(({ name }) => name === 'soaked');
    const version = entry?.peakviewers;
    const isOneMoment = entry?.watchtime === Versions.watchtime + version && entry.averageviewers === version;
    return isOneMoment && this.#allows(version, from) ? undefined : JSON.stringify(entry);
  }

  #allows(version, from) {
    const isDisturbed = this.#faults.excuse('database', from - failingMs, Date.now());
    return this.#faults.versions.allows(version, from, isDisturbed ? staleMs : usualMs);
  }

  async #compareWithDatabase() {
    const stats = `SELECT m.total_messages, m.unique_chatters, m.deleted_messages FROM message_stats m WHERE m.stream_id = $1`;
    const streams = `SELECT s.id FROM streams s WHERE s.streamer_id = $1 ORDER BY s.started_at DESC, s.id LIMIT 100`;
    const [row] = await this.#stage.query(stats, ['40100000001']);
    const ids = (await this.#stage.query(streams, ['100000001'])).map(({ id }) => id);
    const told = JSON.parse(this.#expected.get('/v1/streams/40100000001/message-stats').text);
    const listed = JSON.parse(this.#expected.get('/v1/streamer/aurora_plays/recent-streams?limit=100').text);
    const isRight =
      Object.entries(row).every(([name, value]) => told[name] === Number(value)) &&
      ids.length === listed.length &&
      ids.every((id, i) => listed[i].id === id);
    if (!isRight) throw new Error('The service tells something else than the database before anything is disturbed');
  }

  #get(path, headers = {}) {
    return new Promise((resolve) => {
      const fail = ({ message }) => resolve({ status: 0, text: message, headers: {} });
      get({ host: '127.0.0.1', port: this.#stage.port, path, headers, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', fail);
        response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
      }).on('error', fail);
    });
  }
}

/** An answer that is of another shape altogether is as wrong as any. */
function problemOf(judge, answer, from) {
  try {
    return judge(answer, from);
  } catch (error) {
    return `${error.message}: ${answer.text.slice(0, 200)}`;
  }
}
