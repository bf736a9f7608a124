/** Columns of formats that do not declare them: collected from the values as they come, in the order of first sight. */
import type { FieldInfo, FieldType } from './dataset.ts';

const MOST_FIELDS = 2000;
const LONGEST_VALUE = 4096;

export class FieldTable {
  readonly #types = new Map<string, FieldType | null>();

  see(name: string, value: unknown): void {
    const known = this.#types.get(name);
    if (known === undefined && this.#types.size >= MOST_FIELDS) return;
    const type = typeOf(value);
    if (known === undefined || known === null) this.#types.set(name, type);
    else if (type !== null && type !== known)
      this.#types.set(
        name,
        (known === 'integer' && type === 'real') || (known === 'real' && type === 'integer')
          ? 'real'
          : 'text',
      );
  }

  fields(): FieldInfo[] {
    return [...this.#types].map(([name, type]) => ({ name, type: type ?? 'text' }));
  }
}

function typeOf(value: unknown): FieldType | null {
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'real';
    case 'bigint':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'text';
    default:
      return value === null || value === undefined ? null : value instanceof Date ? 'date' : 'other';
  }
}

/** A value as an attribute row has it. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  let text: string;
  if (typeof value === 'string') text = value;
  else if (value instanceof Date) text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
  else if (typeof value === 'object') {
    if (value instanceof Uint8Array) return null;
    try {
      text = JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)) ?? '';
    } catch {
      return null;
    }
  } else text = String(value);
  const trimmed = text.slice(0, LONGEST_VALUE).trim();
  return trimmed === '' ? null : trimmed;
}
