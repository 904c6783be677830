import { Zone } from '../parts/moments.js';

/** The time zone and the theme of the pages. A script adds the reader's time zone, and keeps the choice. */
export function Settings() {
  return (
    <details class="menu settings" name="menu">
      <summary>
        <span class="sr">Time zone and theme: </span>
        <Zone />
      </summary>
      <div class="pop">
        <label for="zone">Times</label>
        <select id="zone" autocomplete="off">
          <option value="utc">UTC</option>
        </select>
        <label for="theme">Theme</label>
        <select id="theme" autocomplete="off">
          <option value="auto">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </div>
    </details>
  );
}
