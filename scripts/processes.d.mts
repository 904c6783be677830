import type { ChildProcess } from 'node:child_process';

export function ended(child: ChildProcess): Promise<{ code: number; output: string }>;
export function processStart(pid: number): string | null;
export function describeSelf(): string;
export function isAlive(description: string): boolean;
