import { Config } from '../../config/config.js';

/** A path as clients see it: below the path of `PUBLIC_URL`, which the proxy in front strips. */
export function publicPath({ publicUrl = 'http://host' }: Pick<Config, 'publicUrl'>, path: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '') + path;
}

/** The absolute address of a path; undefined without `PUBLIC_URL`, because a client can send any Host. */
export function absoluteUrl({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string | undefined {
  return publicUrl === undefined ? undefined : publicUrl + path;
}
