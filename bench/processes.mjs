// Processes as Linux shows them in /proc: their processor time, their memory, and the cores they may run on.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// The unit of /proc/PID/stat, whatever the kernel's own tick is.
const ticksPerSecond = 100;

/** Processor time that a process has used so far, in seconds. */
export function cpuSeconds(pid) {
  const { user, system } = statOf(pid);
  return (user + system) / ticksPerSecond;
}

/** The same of a PostgreSQL server: all its processes, those that have ended too. */
export function databaseCpuSeconds(postmaster) {
  for (;;) {
    const { user, system, endedUser, endedSystem } = statOf(postmaster);
    const ended = endedUser + endedSystem;
    const children = childrenOf(postmaster).map(tryStatOf);
    const ticks = children.reduce((sum, child) => sum + (child ? child.user + child.system : 0), user + system + ended);
    const after = statOf(postmaster);
    // One that ends meanwhile would be counted neither here nor there.
    if (after.endedUser + after.endedSystem === ended) return ticks / ticksPerSecond;
  }
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The server process that a database session's process belongs to; undefined where it runs elsewhere. */
export function postmasterOf(backend) {
  const stat = tryStatOf(backend);
  return stat?.name.startsWith('postgres') ? stat.parent : undefined;
}

/**
 * One core for the server and the others for all the rest, as taskset takes them; nothing where there is only one, or no
 * taskset.
 */
export function splitCores() {
  const cores = availableCores();
  const server = cores.at(-1);
  if (cores.length < 2 || !hasTaskset()) return {};
  const others = cores.filter((core) => core !== server);
  // A hyperthread of the server's core would take half of it away.
  const apart = others.filter((core) => !siblingsOf(server).includes(core));
  return { server: String(server), others: (apart.length > 0 ? apart : others).join(',') };
}

/** Keeps a process, its threads, and what they start from now on, to some cores. */
export function pin(pid, cores) {
  if (cores) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}

/** Starts a program, on some cores only if any are given. */
export function spawnOn(cores, file, args, options) {
  return cores ? spawn('taskset', ['--cpu-list', cores, file, ...args], options) : spawn(file, args, options);
}

/** Keeps a running PostgreSQL server to some cores; false where its processes are another user's. */
export function pinDatabase(postmaster, cores) {
  try {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) pin(pid, cores);
    return true;
  } catch {
    return false;
  }
}

function availableCores() {
  const [, list] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return parseCores(list);
}

function siblingsOf(core) {
  return parseCores(readFileSync(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`, 'utf8').trim());
}

/** From `0-2,5`. */
function parseCores(list) {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function hasTaskset() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => tryStatOf(pid)?.parent === parent);
}

function tryStatOf(pid) {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets, and may hold some itself.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, parent: Number(fields[1]), user, system, endedUser, endedSystem };
}
