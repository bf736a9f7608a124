/**
 * Node's decoders, step by step and synchronously. The one-call forms (`gunzipSync` …) give all or nothing: of a bomb, of a page that is
 * damaged at its end, of one that is longer than anybody reads, they give nothing, after having held all of it. Here each step says how far
 * it came, so that memory and time are bounded by what is wanted, and everything before a damage is there.
 *
 * It stands on the handle that `zlib`'s own synchronous calls use, which has kept its form since Node 9; there is no documented way to run
 * these decoders a step at a time without giving up the thread between two steps.
 */
import zlib from 'node:zlib';

export type Codec = 'gzip' | 'zlib' | 'raw' | 'br' | 'zstd';

interface Handle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  close(): void;
  onerror: (message: string, errno: number, code: string) => void;
}

interface Engine {
  readonly _handle: Handle;
  /** Bytes of output and of input that the last step left. */
  readonly _writeState: Uint32Array;
  close(): void;
}

type Create = () => unknown;
/** zstd came to Node in 22.15 and 23.8. */
const createZstd = (zlib as unknown as { createZstdDecompress?: Create }).createZstdDecompress;
export const supportsZstd = typeof createZstd === 'function';

// The least that an engine may be made with: the output that it would bring along is never used.
const SMALL = { chunkSize: 64 };
const CREATE: Readonly<Record<Codec, Create>> = {
  gzip: () => zlib.createGunzip(SMALL),
  zlib: () => zlib.createInflate(SMALL),
  raw: () => zlib.createInflateRaw(SMALL),
  br: () => zlib.createBrotliDecompress(SMALL),
  zstd: () => createZstd!(),
};

/** How the input is taken: as a part that others follow, or as the last of it. Each family of decoders numbers them for itself. */
function flushOf(codec: Codec, last: boolean): number {
  if (codec === 'br')
    return last ? zlib.constants.BROTLI_OPERATION_FINISH : zlib.constants.BROTLI_OPERATION_FLUSH;
  // ZSTD_e_end and ZSTD_e_flush, whose names an older Node's types do not have.
  if (codec === 'zstd') return last ? 2 : 1;
  return last ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH;
}

const NOTHING = new Uint8Array(0);

export class StepwiseDecoder {
  readonly #codec: Codec;
  readonly #engine: Engine;
  #problem: string | null = null;
  /** Of the last step. */
  read = 0;
  written = 0;

  constructor(codec: Codec) {
    this.#codec = codec;
    this.#engine = CREATE[codec]() as Engine;
    this.#engine._handle.onerror = (_message, _errno, code) => {
      this.#problem = code;
    };
  }

  /** Decodes from `input` into `output` until one of them is used up or the stream ends. False: the input is damaged. */
  step(
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
    end: number = output.length,
  ): boolean {
    return this.#write(flushOf(this.#codec, false), input, from, to, output, at, end);
  }

  /** Whether the stream has come to its end, once all input is used up and no output waits. */
  ended(scratch: Uint8Array): boolean {
    return this.#write(flushOf(this.#codec, true), NOTHING, 0, 0, scratch, 0, scratch.length);
  }

  close(): void {
    this.#engine.close();
  }

  #write(
    flush: number,
    input: Uint8Array,
    from: number,
    to: number,
    output: Uint8Array,
    at: number,
    end: number,
  ): boolean {
    this.read = 0;
    this.written = 0;
    const { _handle: handle, _writeState: left } = this.#engine;
    handle.writeSync(flush, input, from, to - from, output, at, end - at);
    if (this.#problem !== null) return false;
    this.written = end - at - left[0]!;
    this.read = to - from - left[1]!;
    return true;
  }
}
