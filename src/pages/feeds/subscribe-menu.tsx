import { useSite } from '../layout/site.js';
import { CopyField, CopyHint } from '../parts/panels/share.js';
import { FeedLink } from './feed-links.js';

/**
 * A menu with the calendars and feeds of a page. An address with `webcal:` opens a calendar in the reader's program. Feeds
 * only have an address, because browsers show them as text.
 */
export function SubscribeMenu({ feeds, name = 'Subscribe' }: { feeds: readonly FeedLink[]; name?: string }) {
  const { absolute, address } = useSite();
  return (
    <details class="menu subscribe" name="menu">
      <summary>{name}</summary>
      <div class="pop">
        {feeds.map(({ name: title, path, type }) => {
          const at = type === 'text/calendar' ? absolute(path) : undefined;
          return (
            <>
              <b>{title}</b>
              {at === undefined ? null : <a href={at.replace(/^https?:/, 'webcal:')}>Open in the calendar app</a>}
              <CopyField
                id={path.replace(/.*\./, 'subscribe-')}
                name="Address"
                text={address(path)}
                copy="Copy address"
              />
            </>
          );
        })}
        <CopyHint />
      </div>
    </details>
  );
}
