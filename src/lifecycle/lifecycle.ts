/** Whether the service is shutting down: it still answers, but tells load balancers to send no more requests. */
export class Lifecycle {
  isDraining = false;
}
