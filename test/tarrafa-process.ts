/** Runs the built command without holding up this process, whose own servers it may be talking to. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../dist/program/cli/main.js', import.meta.url));

/** Given to a command whose words for people are read through a pipe, which would have lines of JSON. */
export const AS_TABLE = { TARRAFA_OUTPUT: 'table' };

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function spawnTarrafa(
  args: readonly string[],
  options: {
    readonly cwd?: string;
    /** Beside the environment of this process. */
    readonly env?: Readonly<Record<string, string>>;
    /** What stands on its standard input. */
    readonly input?: string;
    /** No file may grow beyond so many kilobytes. */
    readonly largestFile?: number;
    /** Words for Node, before the command. */
    readonly node?: readonly string[];
  } = {},
): Promise<Ended> {
  const { largestFile, node = [], env, input, ...where } = options;
  const [command, before]: [string, string[]] =
    largestFile === undefined
      ? [process.execPath, []]
      : ['bash', ['-c', `trap '' XFSZ; ulimit -f ${largestFile}; exec "$0" "$@"`, process.execPath]];
  return new Promise((resolve) => {
    const child = spawn(command, [...before, ...node, MAIN, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      ...where,
      env: { ...process.env, ...env },
    });
    child.stdin.on('error', () => {}); // who does not read need not
    child.stdin.end(input ?? '');
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
