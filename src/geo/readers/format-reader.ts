/** The port of the formats: what each knows how to recognise and to read. */
import type { Budget } from './budget.ts';
import type { NamedSource } from './byte-source.ts';
import type { DatasetInfo } from './dataset.ts';

export interface ReadContext {
  readonly budget: Budget;
  /** The file of the same set with another extension (lower case, without the dot), or null. */
  part(extension: string): NamedSource | null;
}

export interface FormatReader {
  readonly id: string;
  /** How sure the first bytes and the name make it, from 0 (not this format) to 1. */
  sniff(head: Uint8Array, name: string): number;
  /** The layers of a file. Throws `GeoProblem` when there is nothing to tell. */
  read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]>;
}

/** Last part of a path, without its extension. */
export function stemOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? base : base.slice(0, dot);
}

/** Lower case, without the dot; '' when there is none. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1).toLowerCase();
}

/** Whether bytes begin with the characters of an ASCII string. */
export function beginsWith(bytes: Uint8Array, ascii: string, at = 0): boolean {
  for (let i = 0; i < ascii.length; i++) if (bytes[at + i] !== ascii.charCodeAt(i)) return false;
  return true;
}
