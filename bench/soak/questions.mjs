import { pickOne, wholeNumber } from '../random.mjs';
import { fixed, refused } from './fixed-paths.mjs';
import { Judges } from './judges.mjs';
import { SampledStream } from './sampled-stream.mjs';
import { Versions } from './versions.mjs';

/** What to ask, and how to judge the answer. */
export class Questions {
  #stage;
  #faults;
  #random;
  #judges;
  #expected = new Map();

  constructor(stage, data, faults, random) {
    this.#stage = stage;
    this.#faults = faults;
    this.#random = random;
    this.#judges = new Judges(data, faults);
  }

  /** Learns the answers that do not change, and asks the database whether they are right. */
  async learn(client) {
    for (const path of fixed) {
      const { status, text, headers } = await client.get(path);
      if (status !== 200) throw new Error(`${path} answers ${status} before anything is disturbed`);
      this.#expected.set(path, { text, etag: headers.etag });
    }
    await this.#compareWithDatabase();
  }

  pick() {
    const kind = this.#random();
    if (kind < 0.35) return this.#fixed();
    if (kind < 0.45) return this.#withTag();
    if (kind < 0.55) {
      const path = pickOne(Object.keys(refused), this.#random);
      return { path, judge: statusIs(refused[path]), needsDatabase: false };
    }
    if (kind < 0.62)
      return { path: `/v1/streams/${1 + wholeNumber(1e9, this.#random)}/message-stats`, judge: statusIs(404) };
    if (kind < 0.98) return pickOne(this.#changing, this.#random);
    if (kind < 0.99) return this.#ready;
    return { path: '/v1/status', judge: statusIs(200) };
  }

  /** While the service ends, it is not ready. */
  #ready = {
    path: '/v1/health/ready',
    needsDatabase: false,
    judge: ({ status }, from) => {
      const isEnding = status === 503 && this.#faults.excuse('service', from, Date.now());
      return status === 200 || isEnding ? undefined : `${status}, not 200`;
    },
  };

  #changing = [
    {
      path: `/v1/streams/${Versions.streamId}/message-stats`,
      judge: (...args) => this.#judges.messages(...args),
    },
    { path: '/v1/streamer/soaked/recent-streams', judge: (...args) => this.#judges.streams(...args) },
    { path: '/v1/leaderboard?limit=200', judge: (...args) => this.#judges.board(...args) },
    {
      path: `/v1/streamer/${SampledStream.login}/recent-streams`,
      judge: (...args) => this.#judges.sampled(...args),
    },
    {
      path: `/v1/streams/${SampledStream.streamId}/graphs/minutely`,
      judge: (...args) => this.#judges.graph(...args),
    },
    { path: `/v1/events/${SampledStream.eventId}`, judge: (...args) => this.#judges.event(...args) },
  ];

  #fixed() {
    const path = pickOne(fixed, this.#random);
    const judge = ({ status, text }) => {
      if (status !== 200) return `${status} ${text.slice(0, 200)}`;
      return text === this.#expected.get(path).text ? undefined : `another body: ${text.slice(0, 200)}`;
    };
    return { path, judge, needsDatabase: path !== '/v1/health/live' };
  }

  #withTag() {
    const tagged = fixed.filter((one) => this.#expected.get(one).etag);
    const path = pickOne(tagged, this.#random);
    const judge = ({ status, text }) =>
      status === 304 && text === '' ? undefined : `${status} to a tag that is right`;
    return { path, judge, headers: { 'If-None-Match': this.#expected.get(path).etag } };
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
}

function statusIs(wanted) {
  return ({ status }) => (status === wanted ? undefined : `${status}, not ${wanted}`);
}
