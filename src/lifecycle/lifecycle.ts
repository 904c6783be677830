/** Phases in which the service responds to requests but is not ready for more. */
export class Lifecycle {
  /** The warm-up has not finished. */
  isStarting = false;
  /** The service is shutting down. */
  isDraining = false;
}
