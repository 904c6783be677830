/** A script of npm that is a command; those of the database are called db:seed and so on, and the command is the last word. */
const npmScript = /\bnpm run (?:-s )?(?:[\w]+:)*(\w+)(?: --(?= ))?/g;

/** A text that names commands as npm runs them, with the words that run them here: the image has others, and no npm. */
export function asCalledHere(text: string, prefix = process.env.COMMAND_PREFIX): string {
  return prefix ? text.replace(npmScript, (_all, command: string) => `${prefix} ${command}`) : text;
}
