import { retrySeconds } from '../../http/error-reply.js';
import { Layout } from '../layout/layout.js';
import { Link } from '../parts/link.js';

const headings: Readonly<Record<number, string>> = {
  400: 'The address is not right',
  404: 'There is no such page',
  429: 'Too many requests',
  500: 'Something went wrong here',
  503: `Busy right now, trying again in ${retrySeconds} s`,
};

const advice: Readonly<Record<number, string>> = {
  404: 'The streamer, stream or event may never have been recorded, or the address is mistyped. Search above, or go on from here:',
  429: 'Each client has a budget of requests. Wait a little, then load the page again. Until then the addresses below may not answer either.',
  500: 'Reload the page, or continue here:',
  503: 'This page reloads by itself. Nothing is lost.',
};

/** The error page for browsers. `message` is the same sentence as in the API's response. */
export function ErrorPage({ status, message }: { status: number; message: string }) {
  const heading = headings[status] ?? 'This did not work';
  return (
    <Layout title={heading} description={heading} path="/" hidden>
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{heading}</h1>
        {status === 503 ? null : <p>{message}</p>}
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
