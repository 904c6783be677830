// Processor time, memory and allowed cores of processes, from Linux' /proc.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// Unit of times in /proc/PID/stat on all kernels.
const ticksPerSecond = 100;

/** Processor time of a process, in seconds. */
export function cpuSeconds(pid) {
  const { user, system } = statOf(pid);
  return (user + system) / ticksPerSecond;
}

/** Processor time of a PostgreSQL server: the sum of all its processes, including ended ones. */
export function databaseCpuSeconds(postmaster) {
  for (;;) {
    const { user, system, endedUser, endedSystem } = statOf(postmaster);
    const ended = endedUser + endedSystem;
    const children = childrenOf(postmaster).map(tryStatOf);
    const ticks = children.reduce((sum, child) => sum + (child ? child.user + child.system : 0), user + system + ended);
    const after = statOf(postmaster);
    // Counts again if a process ended during the count, because its time would be missing.
    if (after.endedUser + after.endedSystem === ended) return ticks / ticksPerSecond;
  }
}

/** Resident memory of a process, in MB. */
export function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The parent of a process. */
export function parentOf(pid) {
  return statOf(pid).parent;
}

/** Cores for taskset: one for the server and the others for everything else; empty with one core. */
export function splitCores() {
  const cores = availableCores();
  const server = cores.at(-1);
  if (cores.length < 2) return {};
  const others = cores.filter((core) => core !== server);
  // Load on a hyperthread of the same core would slow the server down.
  const apart = others.filter((core) => !siblingsOf(server).includes(core));
  return { server: String(server), others: (apart.length > 0 ? apart : others).join(',') };
}

/** Restricts a process, its threads and its future children to some cores. */
export function pin(pid, cores) {
  if (cores) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}

/** Starts a program, optionally restricted to some cores. */
export function spawnOn(cores, file, args, options) {
  return cores ? spawn('taskset', ['--cpu-list', cores, file, ...args], options) : spawn(file, args, options);
}

/** Restricts a running PostgreSQL server to some cores. Returns false if its processes belong to another user. */
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

/** Parses a list such as `0-2,5`. */
function parseCores(list) {
  return list.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
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
  // The program's name precedes these fields in parentheses, and may contain parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), user, system, endedUser, endedSystem };
}
