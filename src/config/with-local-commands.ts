/** An npm script that runs a command. The last word is the command, with or without a prefix such as `db:`. */
const npmScript = /\bnpm run (?:-s )?(?:[\w]+:)*(\w+)(?: --(?= ))?/g;

/** Replaces npm commands with the commands that work here, for example in the Docker image without npm. */
export function withLocalCommands(text: string, prefix: string | undefined): string {
  return prefix ? text.replace(npmScript, (_all, command: string) => `${prefix} ${command}`) : text;
}
