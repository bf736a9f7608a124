/** The text of PDFs, read in a process of its own with limits of memory and time. The process stays for the next PDF, and nobody waits for it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { threadModule } from '../pool/index.ts';
import type { PdfLimits, PdfText } from './pdf-text.ts';

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const CHILD = fileURLToPath(threadModule('./pdf-child', import.meta.url));
/** Heap of the process, MB. */
const HEAP = 384;
/** To start, on a busy machine, and to read one PDF: the reader's own limit ends it sooner, where it comes to look at it. */
const LONGEST_START = 60_000;
const LONGEST = 15_000;

const UNREADABLE: PdfText = { title: null, text: '', pages: 0, problem: 'unreadable' };
const TOO_LONG: PdfText = { ...UNREADABLE, problem: 'too-long' };

class PdfProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<boolean>;

  constructor() {
    this.#child = fork(CHILD, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // From the sources it needs the loader that reads them.
      execArgv: [...(FROM_SOURCE ? ['--import', 'tsx'] : []), `--max-old-space-size=${HEAP}`],
      // The token of a server is nothing to what reads strangers' files.
      env: { ...process.env, TARRAFA_TOKEN: undefined },
    });
    // An idle process of ours keeps nobody's program alive.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#ready = this.#answer<'ready'>(LONGEST_START).then((answer) => answer === 'ready');
  }

  get lives(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Null when the process ended by itself: it could not start, or not load its reader, and no PDF is to blame for that. */
  async read(bytes: Uint8Array, limits: PdfLimits | undefined): Promise<PdfText | null> {
    if (!(await this.#ready)) return null;
    const answer = this.#answer<PdfText>(LONGEST);
    this.#child.send({ bytes, limits }, () => {});
    const read = await answer;
    if (read === null) return this.#child.signalCode === null ? null : UNREADABLE;
    return read === 'late' ? TOO_LONG : read;
  }

  /** The next thing that it says; null when it ends first, `late` when it takes too long and is ended for it. */
  #answer<T>(patience: number): Promise<T | null | 'late'> {
    const child = this.#child;
    return new Promise((resolve) => {
      child.channel?.ref();
      const settle = (answer: T | null | 'late') => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onEnd);
        child.off('error', onEnd);
        child.channel?.unref();
        resolve(answer);
      };
      const onMessage = (message: T) => settle(message);
      const onEnd = () => settle(null);
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        settle('late');
      }, patience);
      child.on('message', onMessage);
      child.on('exit', onEnd);
      child.on('error', onEnd);
      if (!this.lives) onEnd();
    });
  }
}

let reader: PdfProcess | null = null;
/** One PDF at a time: what is asked for meanwhile waits. */
let last: Promise<unknown> = Promise.resolve();

export function pdfTextInProcess(bytes: Uint8Array, limits?: PdfLimits): Promise<PdfText> {
  const read = last.then(async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      if (reader?.lives !== true) reader = new PdfProcess();
      const text = await reader.read(bytes, limits);
      if (text !== null) return text;
    }
    return UNREADABLE;
  });
  last = read.catch(() => {});
  return read;
}
