/** Whether the service is about to end: it still answers, but wants no more requests. */
export class Lifecycle {
  isDraining = false;
}
