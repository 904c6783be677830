import { Config } from '../config/config.js';

type PolicyConfig = Pick<Config, 'pagesImages'>;

/** What a page may do: load its own scripts, styles and images, and send its forms to this service. It has nothing inline. */
export function pagePolicy({ pagesImages }: PolicyConfig, frameAncestors = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${pagesImages ? ' https:' : ''}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

/** That of an embed, which the pages of `EMBED_ORIGINS` may show in a frame. */
export function embedPolicy(config: PolicyConfig & Pick<Config, 'embedOrigins'>): string {
  return pagePolicy(config, config.embedOrigins.join(' ') || "'none'");
}
