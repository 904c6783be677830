import { Layout } from '../layout/layout.js';
import { Link } from '../parts/link.js';

const headings: Readonly<Record<number, string>> = {
  400: 'The address is not right',
  404: 'There is no such page',
  429: 'Too many requests',
  500: 'Something went wrong here',
  503: 'Too busy at the moment',
};

const advice: Readonly<Record<number, string>> = {
  404: 'The streamer, stream or event may never have been recorded, or the address is mistyped. Search above, or go on from here:',
  429: 'Each client has a budget of requests. Wait a little, then load the page again. Until then the addresses below may not answer either.',
  500: 'The cause is in the log of the service. Loading the page again may help. Or go on from here:',
  503: 'The service is overloaded, or its database is out of reach. Load the page again in a moment.',
};

/** What a browser gets instead of a page. `message` is the sentence that a client of the API would get. */
export function ErrorPage({ status, message }: { status: number; message: string }) {
  const heading = headings[status] ?? 'This did not work';
  return (
    <Layout title={heading} description={heading} path="/" hidden>
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{heading}</h1>
        <p>{message}</p>
        <p class="muted">{advice[status] ?? 'Go on from here:'}</p>
        <ul class="plain-list">
          <li>
            <Link to="/">Leaderboard</Link>
          </li>
          <li>
            <Link to="/live">Who is live</Link>
          </li>
          <li>
            <Link to="/about">About the figures</Link>
          </li>
        </ul>
      </div>
    </Layout>
  );
}
