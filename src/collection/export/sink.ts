/** Where an export goes, piece by piece: a file that grows, or somebody who reads along. */
export interface Sink {
  /** Resolves when more may come. */
  write(piece: string | Uint8Array): Promise<void>;
}
