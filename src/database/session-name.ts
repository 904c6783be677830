let program = 'cli';

/** Sets the name of the command for sessions that this process opens later. */
export function nameSessions(command: string): void {
  program = command;
}

/** The `application_name` of a command's session. */
export function sessionName(): string {
  return `streaming-analytics ${program}`;
}
