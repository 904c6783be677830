import { retrySeconds } from '../../http/error-reply.js';
import { Layout } from '../layout/layout.js';
import { Link } from '../parts/link.js';

const headings: Readonly<Record<number, string>> = {
  400: 'Invalid address',
  404: 'Page not found',
  429: 'Too many requests',
  500: 'Something went wrong here',
  503: `The service is busy. Trying again in ${retrySeconds} s`,
};

const advice: Readonly<Record<number, string>> = {
  404: 'The streamer, stream or event may not be in the database, or the address may be mistyped. Search above, or continue here:',
  429: 'You have reached the rate limit. Wait a moment, then reload the page. Until then, the pages below may not load either.',
  500: 'Reload the page, or continue here:',
  503: 'This page reloads automatically.',
};

/** The error page for browsers. `message` is the same sentence as in the API's response. */
export function ErrorPage({ status, message }: { status: number; message: string }) {
  const heading = headings[status] ?? 'Something went wrong';
  return (
    <Layout title={heading} description={heading} path="/" hidden>
      <div class="error-page">
        <p class="status">{status}</p>
        <h1>{heading}</h1>
        {status === 503 ? null : <p>{message}</p>}
        <p class="muted">{advice[status] ?? 'Continue here:'}</p>
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
