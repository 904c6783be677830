export const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

export type Metric = (typeof metrics)[number];
