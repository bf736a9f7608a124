/** Arrays as PostgreSQL writes them: one parameter for a whole column of a batch. */

export function numberArray(values: readonly (number | string | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
}

const quoted = (value: string): string =>
  `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
