let program = 'cli';

/** Names the sessions that this process opens from now on after the command that it runs. */
export function nameSessions(command: string): void {
  program = command;
}

/** The `application_name` of a session of a command. */
export function sessionName(): string {
  return `streaming-analytics ${program}`;
}
