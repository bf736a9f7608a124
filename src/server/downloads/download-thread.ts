/** The thread in which a download is written: one task, and its pieces no faster than they are taken. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Sink } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { DownloadMessage, DownloadTask } from './download.ts';
import { writeDownload } from './write-download.ts';

/** Bytes of one piece. */
const PIECE = 128 << 10;
/** Pieces that nobody has taken yet. */
const MOST_AHEAD = 4;

const port = parentPort!;
const tell = (message: DownloadMessage, given: ArrayBuffer[] = []) => port.postMessage(message, given);

class Pieces implements Sink {
  #held: Buffer[] = [];
  #size = 0;
  #ahead = 0;
  #taken: (() => void) | null = null;

  constructor() {
    port.on('message', () => {
      this.#ahead--;
      this.#taken?.();
    });
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
    this.#held.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= PIECE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#size === 0) return;
    while (this.#ahead >= MOST_AHEAD)
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    // A buffer of its own: it goes to the other thread and is not copied.
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#held) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#held = [];
    this.#size = 0;
    this.#ahead++;
    tell({ kind: 'piece', bytes }, [bytes.buffer]);
  }
}

const pieces = new Pieces();
try {
  const file = await writeDownload(workerData as DownloadTask, pieces, () => tell({ kind: 'going' }));
  await pieces.flush();
  tell(file === null ? { kind: 'end' } : { kind: 'file', ...file });
} catch (error) {
  if (!(error instanceof TarrafaError)) throw error;
  tell({ kind: 'failed', code: error.code, values: error.values });
}
port.close();
