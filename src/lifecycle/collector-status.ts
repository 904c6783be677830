/** What the collector of a service reports to the service before it ends, if a restart would be useless. */
export interface CollectorRefusal {
  readonly refusal: string;
}

export class CollectorStatus {
  /** Why the collector of this service ended and is not restarted: invalid settings or refused credentials. */
  refusal: string | undefined;
}
