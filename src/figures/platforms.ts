/** The platforms of collectors, by the names in `platform` columns and parameters. */
export const platforms = ['twitch'] as const;
export type PlatformName = (typeof platforms)[number];
