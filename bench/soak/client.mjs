import { Agent, get } from 'node:http';

/** Asks the service of a stage. */
export class Client {
  #stage;
  #agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  constructor(stage) {
    this.#stage = stage;
  }

  /** The answer to a GET; one that does not come has the status 0. */
  get(path, headers = {}) {
    return new Promise((resolve) => {
      const fail = ({ message, code }) => {
        // The service has closed an idle connection just as it was used again.
        if (request.reusedSocket && code === 'ECONNRESET') resolve(this.get(path, headers));
        else resolve({ status: 0, text: message, headers: {} });
      };
      const request = get(
        { host: '127.0.0.1', port: this.#stage.port, path, headers, agent: this.#agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('error', fail);
          response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
        },
      );
      request.on('error', fail);
    });
  }

  /** What the service logged of the request that it gave this answer. */
  loggedOf({ headers }) {
    const id = headers['x-request-id'];
    return id === undefined ? undefined : this.#stage.errorLines.find((line) => line.includes(id));
  }

  close() {
    this.#agent.destroy();
  }
}
