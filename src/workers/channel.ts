/** One end of the channel between two processes: `process` in a worker, and the worker in the process that started it. */
interface End {
  send?(message: object, onSent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

type Message = { question: number; topic: string; body: unknown } | { answer: number; body: unknown };

/** Questions and answers between a worker and the process that started it. Messages arrive in the order they were sent in. */
export class Channel {
  private readonly pending = new Map<number, (body: unknown) => void>();
  private readonly topics = new Map<string, (body: unknown) => unknown>();
  private asked = 0;

  constructor(private readonly end: End) {
    end.on('message', (message) => this.receive(message as Message));
    end.on('disconnect', () => this.close());
  }

  /** The answer of the other process; undefined if that has ended, cannot answer, or has not answered within `mostMs`. */
  ask(topic: string, body?: unknown, mostMs?: number): Promise<unknown> {
    return new Promise((resolve) => {
      const question = ++this.asked;
      const timer = mostMs === undefined ? undefined : setTimeout(() => this.settle(question, undefined), mostMs);
      this.pending.set(question, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send({ question, topic, body });
    });
  }

  /** Answers the questions of a topic from now on. */
  answer(topic: string, find: (body: unknown) => unknown): void {
    this.topics.set(topic, find);
  }

  private receive(message: Message): void {
    if ('answer' in message) return this.settle(message.answer, message.body);
    const { question: answer, topic, body } = message;
    const reply = (found: unknown) => this.send({ answer, body: found });
    const found = this.topics.get(topic)?.(body);
    if (found instanceof Promise) found.then(reply, () => reply(undefined));
    else reply(found);
  }

  private send(message: Message): void {
    this.end.send?.(message, (error) => {
      if (error && 'question' in message) this.settle(message.question, undefined);
    });
  }

  private settle(question: number, body: unknown): void {
    const resolve = this.pending.get(question);
    this.pending.delete(question);
    resolve?.(body);
  }

  private close(): void {
    for (const question of [...this.pending.keys()]) this.settle(question, undefined);
  }
}
