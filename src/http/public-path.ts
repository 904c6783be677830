import { Config } from '../config/config.js';

/** A path as clients see it: below the path of `PUBLIC_URL`, which the proxy in front strips. */
export function publicPath({ publicUrl = 'http://host' }: Pick<Config, 'publicUrl'>, path: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '') + path;
}
