import { setTimeout as sleep } from 'node:timers/promises';
import { wholeNumber } from '../random.mjs';
import { counted } from './counted.mjs';
import { KeptAnswers } from './kept-answers.mjs';
import { problemOfHeaders } from './headers.mjs';

// Less than CACHE_STALE_SECONDS of the stage.
const keptMs = 18_000;
const mostListed = 40;
const spelledShare = 0.2;

/** Asks at random, and judges each answer. */
export class Asker {
  #problems = [];
  #client;
  #faults;
  #questions;
  #random;
  #kept = new KeptAnswers(keptMs);
  /** By their status: answers that were compared with what they have to be, and failures that a fault allowed. */
  #checked = {};
  #excused = {};

  constructor(client, faults, questions, random) {
    this.#client = client;
    this.#faults = faults;
    this.#questions = questions;
    this.#random = random;
  }

  async askUntil(until) {
    while (Date.now() < until) {
      await this.#askOne();
      await sleep(this.#random() * 20);
    }
  }

  /** Tells what was asked; the result is how many answers were wrong. */
  report() {
    const wrong = this.#faults.judged(this.#problems);
    console.log(`Answers checked: ${counted(this.#checked)}`);
    console.log(`Failures that a fault excused, by status (0: no answer): ${counted(this.#excused)}`);
    for (const [like, ...others] of alike(wrong).slice(0, mostListed)) {
      console.log(`Wrong: ${like}${others.length > 0 ? `, and ${others.length} like it` : ''}`);
    }
    console.log(`Wrong while the machine was too busy to judge: ${this.#problems.length - wrong.length}`);
    console.log(`${wrong.length} wrong answers.`);
    return wrong.length;
  }

  async #askOne() {
    const question = this.#questions.pick();
    const from = Date.now();
    const answer = await this.#client.get(this.#spell(question.path), question.headers);
    const isExcused = this.#isExcused(question, answer, from);
    this.#kept.note(question.path, answer);
    const counts = isExcused ? this.#excused : this.#checked;
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    const problem = isExcused ? undefined : problemOf(question, answer, from);
    if (problem === undefined) return;
    const text = `${new Date(from).toISOString()} ${question.path}: ${problem} (latest fault: ${this.#faults.latest})`;
    const to = Date.now();
    // The line may be written after the answer.
    await sleep(200);
    const logged = this.#client.loggedOf(answer);
    this.#problems.push({ text: logged === undefined ? text : `${text}: ${logged.slice(0, 1_000)}`, from, to });
  }

  /** The same question in other words. */
  #spell(path) {
    if (this.#random() > spelledShare) return path;
    return `${path}${path.includes('?') ? '&' : '?'}unknown=${wholeNumber(1e9, this.#random)}`;
  }

  /** Whether a fault allows that there is no answer, or none from the database. */
  #isExcused({ path, needsDatabase = true }, { status }, from) {
    const isDisturbed = (what) => this.#faults.excuse(what, from, Date.now());
    if (status === 0) return isDisturbed('service');
    if (status !== 500 && status !== 503) return false;
    if (isDisturbed('database')) return true;
    return needsDatabase && isDisturbed('load') && !this.#kept.has(path, this.#faults.restartedAt);
  }
}

/** An answer that is of another shape altogether is as wrong as any. */
function problemOf({ judge }, answer, from) {
  try {
    return problemOfHeaders(answer.headers) ?? judge(answer, from);
  } catch (error) {
    return `${error.message}: ${answer.text.slice(0, 200)}`;
  }
}

/** Groups of texts that differ in numbers only. */
function alike(texts) {
  const groups = new Map();
  for (const text of texts) {
    const kind = text.replace(/\d+/g, '0');
    if (!groups.has(kind)) groups.set(kind, []);
    groups.get(kind).push(text);
  }
  return [...groups.values()];
}
