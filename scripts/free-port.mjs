// Shared by start.mjs and demo-collect.mjs: the check of the port before slow steps.
import { createServer } from 'node:net';

/**
 * Throws if the service cannot listen on PORT and HOST. `command` is part of the advice. Invalid values are rejected later,
 * together with other settings.
 */
export async function requireFreePort(command) {
  const { HOST: host } = process.env;
  const port = process.env.PORT || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return;
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(explain(error, port, command))));
    probe.listen({ port: Number(port), host: host || undefined }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function explain(error, port, command) {
  const another = `Stop the program that uses it, or set another port: PORT=${Number(port) + 1} ${command}`;
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. ${another}`;
  if (error.code === 'EACCES') return `This user cannot listen on port ${port}. Set PORT to a port above 1023.`;
  return `The service cannot listen on HOST=${process.env.HOST ?? ''} PORT=${port}: ${error.message}`;
}
